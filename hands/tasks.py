"""The kinds of work that hands know."""

from badugi_site.jobs.work import handler
from hands.months import MOVE_MONTHS, move_months
from hands.stats import COUNT_HANDS, add_pending
from hands.uploads import CLEAR_FILES, IMPORT_UPLOAD, clear_files, import_upload

handler(IMPORT_UPLOAD)(import_upload)
handler(COUNT_HANDS)(add_pending)
handler(CLEAR_FILES)(clear_files)
handler(MOVE_MONTHS)(move_months)
