from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("jobs", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("process", models.PositiveIntegerField()),
                ("job", models.ForeignKey(on_delete=models.PROTECT, related_name="+", to="jobs.job")),
            ],
        ),
    ]
