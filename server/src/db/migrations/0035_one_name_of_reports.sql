-- The types of asset reports bear the name of the reports that are filed under them. A name that a firm gave them itself stays.
update report_type set name = 'Asset Report', updated_at = now() where code = 'MBR' and name = 'Monthly BOLI Report';
update report_type set name = 'Asset Report (COLI)', updated_at = now() where code = 'MCR' and name = 'Monthly COLI Report';
update report_type set name = 'Summary Asset Report', updated_at = now() where code = 'SMB' and name = 'Summary Monthly Report';
