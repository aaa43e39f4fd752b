import type { Account } from './account.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/**
 * The 5,000 most common passwords of at least 12 characters, in lower case, from a list of SecLists (licence next to them), in its
 * order. npm packages have only some hundred of that length, and ASVS 6.2.4 requires 3,000.
 */
const file = new URL('common-passwords.txt.gz', import.meta.url)
let common: ReadonlySet<string> | null = null

const minCharacters = 12
/** The same limit as the form fields. */
const maxCharacters = 1024

/** The names around an account, which its password may not repeat. */
type AccountNames = Pick<Account, 'login' | 'email' | 'name' | 'organization'>

/**
 * Why a new password is refused, as a sentence; null if it is accepted. Only length counts, not kinds of characters (NIST SP 800-63B,
 * ASVS 6.2): rules about kinds make people append a 1 to the same password.
 */
export function refusePassword(password: string, account: AccountNames): string | null {
  const length = Array.from(password).length
  if (length < minCharacters) return `A password has at least ${minCharacters} characters. A few words do.`
  if (password.length > maxCharacters) return `A password has at most ${maxCharacters} characters.`
  const lowerCase = password.toLowerCase()
  if (isLittleMoreThan(wordsAround(account), password))
    return 'This password is little more than a name that others know. Add words that have nothing to do with it.'
  if (new Set(lowerCase).size < 5 || isRow(lowerCase))
    return 'This password repeats itself. Choose words that no one would guess.'
  if (isCommonPassword(password))
    return 'Many people use this password, so it is guessed first. Choose words of your own.'
  return null
}

/** The words that an attacker tries first (ASVS 6.1.2), longest first: those of the person, their organization and the product. */
function wordsAround({ login, email, name, organization }: AccountNames) {
  const texts = [login, email, name, organization.name, organization.id.replace(/^org_/, ''), 'auspex']
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(fold)
  return [...new Set(words)]
    .filter((word) => Array.from(word).length >= 3)
    .toSorted((one, other) => other.length - one.length)
}

/** Whether too little of a password remains without these words, also if digits and symbols replace letters. */
function isLittleMoreThan(words: readonly string[], password: string): boolean {
  const folded = fold(password)
  return [folded, withLetters(folded, 'i'), withLetters(folded, 'l')].some((spelling) => {
    const rest = words.reduce((text, word) => text.replaceAll(word, ' '), spelling)
    if (rest === spelling) return false
    // people usually add a year, or symbols between words
    const remainder = rest.replaceAll(/(19|20)\d\d/g, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
    return Array.from(remainder).length < minCharacters / 2
  })
}

const lettersOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

function withLetters(plain: string, one: 'i' | 'l'): string {
  return plain.replaceAll(/[034571@$!|]/g, (sign) => lettersOf[sign] ?? one)
}

/** Lower case, without accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether it is a sequence along the alphabet, the digits or the keyboard. */
function isRow(plain: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']
  const steps = Array.from(plain)
    .slice(1)
    .filter((letter, index) => {
      const pair = `${plain[index]}${letter}`
      return rows.some((row) => row.includes(pair) || Array.from(row).toReversed().join('').includes(pair))
    })
  return steps.length >= (plain.length - 1) * 0.8
}

/** Loads the list when it is first needed, because most processes never check a new password. */
function isCommonPassword(password: string): boolean {
  common ??= new Set(gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n'))
  return common.has(password.toLowerCase())
}
