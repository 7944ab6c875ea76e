"""The kinds of work that hands know."""

from badugi_site.jobs.work import handler
from hands.months import MOVE_MONTHS, move_months
from hands.recounting import RECOUNT_CLUB, recount_club
from hands.stats import COUNT_HANDS, add_pending
from hands.uploads import (
    CLEAR_FILES,
    DELETE_UPLOAD,
    IMPORT_UPLOAD,
    clear_files,
    delete_asked_upload,
    import_upload,
)

handler(IMPORT_UPLOAD)(import_upload)
handler(COUNT_HANDS)(add_pending)
handler(DELETE_UPLOAD)(delete_asked_upload)
handler(CLEAR_FILES)(clear_files)
handler(MOVE_MONTHS)(move_months)
handler(RECOUNT_CLUB)(recount_club)
