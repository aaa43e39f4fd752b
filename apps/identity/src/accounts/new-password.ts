import type { Account } from './account.ts'
import { isCommonPassword } from './common-passwords.ts'

const fewestCharacters = 12
/** As the fields of the forms take. */
const mostCharacters = 1024

/**
 * Why a new password is not taken, as a sentence; null when it is. Length counts and no kinds of characters (NIST SP 800-63B,
 * ASVS 6.2): rules about kinds make people write the same password with a 1 at its end.
 */
export function refusePassword(
  password: string,
  account: Pick<Account, 'login' | 'email' | 'name' | 'organization'>,
): string | null {
  const length = Array.from(password).length
  if (length < fewestCharacters) return `A password has at least ${fewestCharacters} characters. A few words do.`
  if (password.length > mostCharacters) return `A password has at most ${mostCharacters} characters.`
  const plain = password.toLowerCase()
  if (isLittleMoreThan(wordsAround(account), password))
    return 'This password is little more than a name that others know. Add words that have nothing to do with it.'
  if (new Set(plain).size < 5 || isRow(plain))
    return 'This password repeats itself. Choose words that nobody would guess.'
  if (isCommonPassword(password))
    return 'Many people use this password, so it is guessed first. Choose words of your own.'
  return null
}

/** The words that who attacks an account tries first (ASVS 6.1.2), the longest first: of the person, their organization and the product. */
function wordsAround({ login, email, name, organization }: Pick<Account, 'login' | 'email' | 'name' | 'organization'>) {
  const texts = [login, email, name, organization.name, organization.id.replace(/^org_/, ''), 'auspex']
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).map(fold)
  return [...new Set(words)]
    .filter((word) => Array.from(word).length >= 3)
    .toSorted((one, other) => other.length - one.length)
}

/** Whether too little is left of a password without these words, also where digits and signs stand for letters. */
function isLittleMoreThan(words: readonly string[], password: string): boolean {
  const plain = fold(password)
  return [plain, withLetters(plain, 'i'), withLetters(plain, 'l')].some((spelling) => {
    const rest = words.reduce((text, word) => text.replaceAll(word, ' '), spelling)
    if (rest === spelling) return false
    // a year and signs between words are what people add first
    const own = rest.replaceAll(/(19|20)\d\d/g, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
    return Array.from(own).length < fewestCharacters / 2
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

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether it runs along the alphabet, the digits or the keyboard. */
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
