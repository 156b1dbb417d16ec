/** Text as the fonts of the papers have it. */

/** A word longer than any line of print (a pasted address) may break in itself: it goes on below, not off the paper. */
const LONG_WORD = /\S{60,}/g
const BREAKS_AFTER = /.{20}/gu

/** Text that Inter can print: composed letters, no control characters, and a mark in place of letters it does not have. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, ' ')
    .replace(/[^\u0020-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20ac\u2122\u2212]/gu, '\u2022')
    .replace(LONG_WORD, (word) => word.replace(BREAKS_AFTER, '$&\u200b'))
}
