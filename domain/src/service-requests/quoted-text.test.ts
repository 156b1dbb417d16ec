/** Replies as mail programs write them: what is left of each is what its writer wrote. */
import { expect, test } from 'vitest'
import { ownWords, REPLY_ABOVE } from './quoted-text.ts'

const OUTLOOK = 'From: Corridor <a@b.example>\nSent: Monday\nTo: Pat\nSubject: Your request'

test.each([
  ['nothing is quoted', 'June 2026.\r\n\r\nPat', 'June 2026.\n\nPat'],
  ['Gmail', 'June.\n\nOn Mon, Nov 23, 2026 at 9:05 AM Ada <\na@b.example> wrote:\n\n> Which June?\n> Ada\n', 'June.'],
  ['a signature below the quotation', 'June.\n\nOn Monday Ada wrote:\n> Which June?\n\n-- \nPat Ellis\n', 'June.'],
  ['Outlook', `June.\n\n________________________________\n${OUTLOOK}\n\nWhich June?`, 'June.'],
  ['Outlook in bold', `June.\n\n*From:* Corridor <a@b.example>\n*Sent:* Monday\n*Subject:* Your request\n\nWhich?`, 'June.'],
  ['the original message', 'June.\n\n-----Original Message-----\nWhich June?', 'June.'],
  ['the line that mails begin with', `June.\n\n${REPLY_ABOVE}\n\nDear Pat,\n\nWhich June?`, 'June.'],
  ['that line, quoted', `June.\n\n> ${REPLY_ABOVE}\n>\n> Which June?`, 'June.'],
  ['a signature', 'June.\n\n-- \nPat Ellis\nAlder Bank', 'June.'],
  ['a telephone', 'June.\n\nSent from my iPhone', 'June.'],
])('%s: what was written is left', (_, text, own) => expect(ownWords(text)).toBe(own))

test.each([
  ['answers between quoted lines', '> Which June?\n\nThat of 2026.\n\n> And the form?\n\nThe usual.'],
  ['an answer below', 'On Monday Ada wrote:\n> Which June?\n\nThat of 2026.'],
  ['an answer below the line that mails begin with', `> ${REPLY_ABOVE}\n> Which June?\n\nThat of 2026.`],
  ['a message that is forwarded without a word', `${OUTLOOK}\n\nThe policy lapsed.`],
  ['a sentence that begins as a head does', 'From: our side all is well.\nThe rest follows.'],
  ['a long text after two dashes', `Terms:\n--\n${Array.from({ length: 20 }, (_, line) => `Line ${line}`).join('\n')}`],
  ['words that mention what somebody wrote', 'On Monday the carrier wrote:\nthe rate changes in June.'],
])('%s: all of it is kept', (_, text) => expect(ownWords(text)).toBe(text))
