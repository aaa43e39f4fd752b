import type { Account } from './account.ts'
import { isCommonPassword } from './common-passwords.ts'

const fewestCharacters = 12
/** As the fields of the forms take. */
const mostCharacters = 1024

/**
 * Why a new password is not taken, as a sentence; null when it is. Length counts and no kinds of characters (NIST SP 800-63B,
 * ASVS 6.2): rules about kinds make people write the same password with a 1 at its end.
 */
export function refusePassword(password: string, account: Pick<Account, 'login' | 'email' | 'name'>): string | null {
  const length = Array.from(password).length
  if (length < fewestCharacters) return `A password has at least ${fewestCharacters} characters. A few words do.`
  if (password.length > mostCharacters) return `A password has at most ${mostCharacters} characters.`
  const plain = password.toLowerCase()
  const own = [account.login, account.email, account.email.split('@')[0] ?? '', ...account.name.split(/\s+/), 'auspex']
  const rest = own
    .filter((word) => word.length >= 3)
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word.toLowerCase(), ''), plain)
  if (Array.from(rest).length < fewestCharacters / 2)
    return 'This password is little more than a name. Add words that have nothing to do with it.'
  if (new Set(plain).size < 5 || isRow(plain))
    return 'This password repeats itself. Choose words that nobody would guess.'
  if (isCommonPassword(password))
    return 'Many people use this password, so it is guessed first. Choose words of your own.'
  return null
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
