-- The person who canceled a pull from Salesforce or an import of a book, as the page Jobs names them.
alter table salesforce_pull add canceled_by int;
alter table onboarding_import add canceled_by int;
