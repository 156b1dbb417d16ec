/**
 * Mail services where anybody may open a mailbox: an address there says nothing of whom its owner works for. A list is never complete; it covers those that
 * people in the United States have, their providers of internet access included.
 */
const SERVICES = new Set(
  `aim.com aol.com att.net bellsouth.net centurylink.net charter.net comcast.net cox.net duck.com earthlink.net embarqmail.com fastmail.com frontier.com
  frontiernet.net gmail.com gmx.com gmx.net gmx.us googlemail.com hey.com hotmail.com hushmail.com icloud.com inbox.com juno.com live.com mac.com mail.com
  mail.ru mailbox.org me.com mediacombb.net msn.com netzero.net optimum.net optonline.net outlook.com pacbell.net pm.me posteo.net proton.me protonmail.com
  q.com qq.com roadrunner.com rocketmail.com rr.com sbcglobal.net spectrum.net suddenlink.net tds.net tuta.com tutanota.com usa.net verizon.net windstream.net
  yahoo.com yandex.com ymail.com zoho.com zohomail.com`.split(/\s+/),
)

/** @param domain in small letters, as it stands behind the @ of an address */
export const isPublicMail = (domain: string): boolean => SERVICES.has(domain)
