"""Version of the package. The build of the wheel writes that of package.json here."""

__version__ = "0.0.0"
