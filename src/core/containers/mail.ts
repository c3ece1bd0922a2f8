/** Mail messages (RFC 5322, MIME): `.eml` files with a report in their text or attached. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import type { Container } from './container.ts'

/** A field of a header. */
const FIELD = /^([A-Za-z][A-Za-z0-9-]{0,60}):[ \t]?(.*)$/
/** Fields of mail that no report has. One of these shows that it is no text with a sender's name in it. */
const SURE = /^(?:mime-version|content-type|message-id|received|return-path|dkim-signature)$/
const KNOWN =
  /^(?:from|to|subject|date|reply-to|sender|cc|delivered-to|content-transfer-encoding|references|in-reply-to)$/
/** True for the text of a mail message: rarely a report where one is attached. */
export function isMailText(path: string): boolean {
  return /!(?:\d+-)?message$/.test(path)
}

/** Lines of a header that are looked at. */
const MOST_LINES = 200

export const mailContainer: Container = {
  id: 'mail',
  label: 'mail message',
  sniff: isMail,
  async *entries(file, budget) {
    const { mailEntries } = await import('./mail-parts.ts')
    yield* mailEntries(file, budget)
  },
}

function isMail(head: Uint8Array): boolean {
  const [first = 0] = head
  if (!/[A-Za-z]/.test(String.fromCharCode(first))) return false
  const names = new Set<string>()
  const lines = decodeUtf8(head.subarray(0, 16_384)).split('\n', MOST_LINES)
  for (const [at, line] of lines.entries()) {
    const text = line.replace(/\r$/, '')
    if (text === '') break
    // A mailbox begins each message with such a line.
    if (/^[ \t]/.test(text) ? at > 0 : at === 0 && text.startsWith('From ')) continue
    const name = FIELD.exec(text)?.[1]?.toLowerCase()
    if (name === undefined) return false
    names.add(name)
  }
  const sure = [...names].filter((name) => SURE.test(name)).length
  return sure > 0 && sure + [...names].filter((name) => KNOWN.test(name)).length >= 2
}
