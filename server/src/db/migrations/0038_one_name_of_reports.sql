-- The types of asset reports say by which name the reports that are filed under them are known. A name that a firm gave them itself stays.
update report_type set name = 'Monthly BOLI Asset Report', updated_at = now() where code = 'MBR' and name = 'Monthly BOLI Report';
update report_type set name = 'Monthly COLI Asset Report', updated_at = now() where code = 'MCR' and name = 'Monthly COLI Report';
update report_type set name = 'Summary Monthly BOLI Asset Report', updated_at = now() where code = 'SMB' and name = 'Summary Monthly Report';
