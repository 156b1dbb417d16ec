-- An institution that answers as it did before, after another answer was accepted in between, is decided about again: once a return, not once for ever.
drop index questionnaire_decision_once;
create unique index questionnaire_decision_once on questionnaire_decision (institution_id, questionnaire_id, return_number, kind, record_key, answered_sha256);
