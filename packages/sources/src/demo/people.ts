import type { Engagement } from '../source.types.ts'
import type { Subject } from './compose.ts'
import type { Random } from '@auspex/contract/random'
import { firstNames, handleParts, lastNames } from './world.ts'

/** An author from a long-tailed distribution: a few write a lot, most write once or twice. */
export function personOf(random: Random, kind: Subject['kind']): string {
  if (kind === 'article') {
    const index = Math.floor(firstNames.length * lastNames.length * random.next() ** 2)
    const first = firstNames[index % firstNames.length] ?? ''
    const last = lastNames[(index * 7 + Math.floor(index / lastNames.length)) % lastNames.length] ?? ''
    return `${first} ${last}`
  }
  const index = Math.floor(6000 * random.next() ** 2)
  const part = (shift: number) => handleParts[Math.floor(index / shift) % handleParts.length] ?? ''
  return `${part(1)}_${part(handleParts.length)}${Math.floor(index / handleParts.length ** 2) || ''}`
}

/** Reactions with a heavy tail. Articles have at most comments; views are unknown in the demo. */
export function engagementOf(random: Random, kind: Subject['kind']): Engagement | null {
  const heavy = () => Math.floor(1 / Math.max(0.002, random.next()) ** 1.2)
  if (kind === 'article') {
    return random.next() < 0.5 ? null : { score: null, comments: heavy(), views: null, reposts: null }
  }
  const comments = kind === 'post' ? heavy() : null
  return { score: heavy() + random.int(0, 3), comments, views: null, reposts: null }
}
