"""The table of recurring duties."""

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from noirmail.store.models.base import Base


class Heartbeat(Base):
    """When a recurring duty last ran, so that a standstill is noticed and made good."""

    __tablename__ = "heartbeat"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime]
