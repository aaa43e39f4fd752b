import type { Random } from '@auspex/contract/random'
import { email, url } from './texts.ts'
import { hosts } from './vocabulary.ts'

/** The latest time in generated bodies: that of the contract's examples, so that bodies never depend on today. */
const lastInstant = Date.parse('2026-11-21T08:00:00Z')

/** An instant of the last 90 days, in whole seconds. */
function instant(random: Random): Date {
  return new Date(lastInstant - random.int(0, 90 * 86_400) * 1000)
}

/** Generators by format; formats that do not determine the text are left out. */
export const formats: Readonly<Record<string, (random: Random) => string>> = {
  date: (random) => instant(random).toISOString().slice(0, 10),
  'date-time': (random) => instant(random).toISOString().replace('.000', ''),
  time: (random) => instant(random).toISOString().slice(11).replace('.000', ''),
  email,
  uri: url,
  'uri-reference': url,
  url,
  hostname: (random) => random.pick(hosts),
  ipv4: (random) => `192.0.2.${random.int(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.int(1, 9999)}`,
  uuid: (random) => {
    const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  },
  'json-pointer': () => '/items/0',
  duration: (random) => `P${random.int(1, 30)}D`,
}
