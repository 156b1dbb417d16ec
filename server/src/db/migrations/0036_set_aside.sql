-- What somebody set aside did not fail: its status says it.
update carrier_file set failure = null where status = 'REJECTED' and failure = 'Set aside before it was posted.';
