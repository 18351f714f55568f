"""Limits: quotas, fair shares of the CPU, addresses, bans and passwords."""
