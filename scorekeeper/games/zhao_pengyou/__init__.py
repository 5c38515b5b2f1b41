"""Zhao Pengyou (找朋友, Looking for Friends): its rules for five to twelve players."""
