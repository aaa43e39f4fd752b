/** Minutes east of UTC, or the reason why they are unknown. */
export type ZoneOffset = { minutes: number } | { reason: string }

/** The zone of a time without one. */
const utc = { minutes: 0 }

/**
 * Abbreviations with one meaning: those of RFC 822 as it defines them (CST is the American one there), and those that no other place uses. In minutes
 * east of UTC, or by a place for zones whose offset has changed since 1990.
 */
const zones = new Map(
  [
    'Z=0 UT=0 UTC=0 GMT=0 WET=0',
    'EST=-300 EDT=-240 CST=-360 CDT=-300 MST=-420 MDT=-360 PST=-480 PDT=-420',
    'ET=America/New_York CT=America/Chicago MT=America/Denver PT=America/Los_Angeles',
    'AKST=-540 AKDT=-480 HST=-600 NST=-210 NDT=-150',
    'BRT=-180 BRST=-120 ART=-180 UYT=-180 COT=-300 PET=-300 CLT=-240 CLST=-180',
    'WEST=60 CET=60 CEST=120 MEZ=60 MESZ=120 MET=60 MEST=120 EET=120 EEST=180',
    'WAT=60 CAT=120 SAST=120 EAT=180 MSK=Europe/Moscow МСК=Europe/Moscow TRT=180',
    'IRST=210 AFT=270 PKT=300 NPT=345 MMT=390 ICT=420 WIB=420 WITA=480 WIT=540',
    'HKT=480 SGT=480 MYT=480 PHT=480 JST=540 KST=540',
    'AWST=480 ACST=570 ACDT=630 AEST=600 AEDT=660 NZST=720 NZDT=780',
  ].flatMap((line) => line.split(' ').map((entry) => entry.split('=') as [string, string])), // each entry contains one equals sign
)

/** Abbreviations of several zones, with two of the places. */
const ambiguous: Readonly<Record<string, string>> = {
  IST: 'India and Israel',
  BST: 'Britain and Bangladesh',
  AST: 'Arabia and the Atlantic',
  ADT: 'Arabia and the Atlantic',
  GST: 'the Gulf and Guam',
  AMT: 'Armenia and the Amazon',
  SST: 'Samoa and Singapore',
  ACT: 'Acre and Australia',
  ECT: 'Ecuador and the Caribbean',
  WST: 'Samoa and Western Australia',
}

/**
 * The offset named at the end of a date, for a local time in that zone. RFC 5322 treats an unknown name, including a military letter, as UTC; that
 * can be twelve hours wrong, so it is rejected here.
 */
export function offsetOf(written: string, localMs: number): ZoneOffset {
  const [, plain = '', bracket, comment] = /^([^[(]*)(?:\[([^\]]*)\])?\s*(?:\(([^)]*)\))?$/.exec(written) ?? []
  const zone = plain.trim() || bracket || comment || ''
  if (zone === '') return written === '' ? utc : unknown(written)
  const number = numberOf(zone)
  if (number !== null) return number
  const [, offset, name] = /^([+-][\d:]+) (\p{L}+)$/u.exec(zone) ?? []
  if (offset === undefined || name === undefined) return namedOffset(zone, localMs)
  const first = numberOf(offset) ?? unknown(zone)
  const second = namedOffset(name, localMs)
  if ('minutes' in first && 'minutes' in second && first.minutes !== second.minutes)
    return { reason: `${offset} and ${name} are two time zones` }
  return first
}

/** An offset in digits; null when it is not one. */
function numberOf(zone: string): ZoneOffset | null {
  const [, sign, whole, colonMinutes, digitMinutes] =
    /^(?:(?:GMT|UTC?) ?)?([+-])(\d{1,2})(?::(\d\d)|(?<=\d\d)(\d\d))?$/i.exec(zone) ?? []
  if (whole === undefined || /^[+-]\d$/.test(zone)) return null
  const minutes = Number(whole) * 60 + Number(colonMinutes ?? digitMinutes ?? 0)
  const isClock = Number(colonMinutes ?? digitMinutes ?? 0) < 60 && minutes <= (sign === '-' ? 12 : 14) * 60
  return isClock ? { minutes: sign === '-' ? -minutes : minutes } : { reason: `an offset of ${zone} is not possible` }
}

function namedOffset(name: string, localMs: number): ZoneOffset {
  const upper = name.toUpperCase()
  const places = ambiguous[upper]
  if (places !== undefined) return { reason: `the time zone ${upper} stands for more than one: ${places}` }
  const known = zones.get(upper) ?? name
  if (/^-?\d+$/.test(known)) return { minutes: Number(known) }
  return known.includes('/') ? offsetAt(known, localMs) : unknown(name)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The UTC offset of a place when its clocks showed this time. */
function offsetAt(place: string, localMs: number): ZoneOffset {
  let clock = clocks.get(place)
  try {
    clock ??= new Intl.DateTimeFormat('en-US', { timeZone: place, timeZoneName: 'longOffset' })
  } catch {
    return unknown(place)
  }
  clocks.set(place, clock)
  const dayMs = 86_400_000
  const nearbyOffsets = [localMs - dayMs, localMs + dayMs].map((ms) => minutesAt(clock, ms))
  const fitting = new Set(nearbyOffsets.filter((minutes) => minutesAt(clock, localMs - minutes * 60_000) === minutes))
  const [minutes] = fitting
  if (minutes === undefined) return { reason: `this time does not exist in ${place}: its clocks went forward` }
  return fitting.size === 1 ? { minutes } : { reason: `this time was twice in ${place}: its clocks went back` }
}

function minutesAt(clock: Intl.DateTimeFormat, epochMs: number): number {
  const name = clock.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

function unknown(zone: string): { reason: string } {
  return { reason: `the time zone “${zone.slice(0, 40)}” is not known` }
}
