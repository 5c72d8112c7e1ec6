"""Celery's settings (TRUST R77 to R80)."""

from noirmail.config import BadSetting
from noirmail.worker.context import settings

try:
    _redis_url = settings().redis_url
    _imap_url = settings().imap_url
except BadSetting as error:
    raise SystemExit(f"noirmail: {error}") from None

_VISIBILITY_SECONDS = 600
# A wake-up call that waited longer than this is worthless: the next ones are behind it already. It allows for
# the clocks of two machines to differ.
_WORTH_SECONDS = 30

# The one-process mode calls the tasks directly and never uses the broker.
broker_url = _redis_url or "memory://"
broker_connection_retry_on_startup = True
broker_connection_max_retries = None
broker_transport_options = {
    "visibility_timeout": _VISIBILITY_SECONDS,
    "socket_connect_timeout": 5,
    "socket_timeout": 30,
    "socket_keepalive": True,
    "health_check_interval": 25,
    "retry_on_timeout": True,
}
# Celery wants the same in all three places, whether or not there is a result backend.
result_backend_transport_options = {"visibility_timeout": _VISIBILITY_SECONDS}
visibility_timeout = _VISIBILITY_SECONDS

task_acks_late = True
task_reject_on_worker_lost = True
task_ignore_result = True
task_time_limit = 120
task_soft_time_limit = 90
task_default_queue = "noirmail"
task_serializer = "json"
result_serializer = "json"
accept_content = ["json"]
enable_utc = True
timezone = "UTC"

worker_prefetch_multiplier = 1
worker_soft_shutdown_timeout = 30
worker_enable_soft_shutdown_on_idle = False
worker_cancel_long_running_tasks_on_connection_loss = True
worker_redirect_stdouts = False

# In memory: two schedulers or none do no harm, and there is no file to keep.
beat_scheduler = "celery.beat:Scheduler"
beat_schedule = {
    "sweep": {"task": "noirmail.sweep", "schedule": 5.0, "options": {"expires": _WORTH_SECONDS}},
    "drain": {"task": "noirmail.drain", "schedule": 5.0, "options": {"expires": _WORTH_SECONDS}},
}
if _imap_url is not None:
    beat_schedule["fetch"] = {"task": "noirmail.fetch", "schedule": 15.0, "options": {"expires": _WORTH_SECONDS}}
