-- The certification that reviews came with told of the board's review, and of management's assessment of each risk, as done, signed or not. Where a site or
-- an institution has it word for word, it gets the text that the board certifies by signing; what somebody wrote stays. Reviews keep their own copy.
with texts (before, after) as (values
  ('The board of directors of {{legalName}} has reviewed the performance, risks and limits of its bank-owned life insurance as of {{asOf}}, with management’s own assessment of each risk, and finds that holding it remains consistent with safe and sound banking practice and with the board’s policy.',
   'By signing below, the board of directors of {{legalName}} certifies that it has reviewed the performance, risks and limits of its bank-owned life insurance as of {{asOf}}, and finds that holding it remains consistent with safe and sound banking practice and with the board’s policy.'),
  ('The board of directors of {{legalName}} has reviewed the performance, risks and funding of its corporate-owned life insurance as of {{asOf}}, with management’s own assessment of each risk, and finds that holding it remains consistent with the purpose for which it was bought.',
   'By signing below, the board of directors of {{legalName}} certifies that it has reviewed the performance, risks and funding of its corporate-owned life insurance as of {{asOf}}, and finds that holding it remains consistent with the purpose for which it was bought.')
), of_sites as (
  update review_defaults d set content = jsonb_set(d.content, '{narratives,CERTIFICATION}', to_jsonb(t.after))
  from texts t where d.content -> 'narratives' ->> 'CERTIFICATION' = t.before
)
update review_words w set narratives = jsonb_set(w.narratives, '{CERTIFICATION}', to_jsonb(t.after))
from texts t where w.narratives ->> 'CERTIFICATION' = t.before;
