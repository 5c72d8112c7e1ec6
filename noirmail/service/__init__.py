"""Use cases: one function per command, one transaction each; whoever calls them has said who is asking."""
