import type { ContextSpace } from '@auspex/sdk'
import type { MapSize } from './map-view.ts'

/** A narrative on the screen, in CSS pixels. */
export interface PlacedDisc {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** A label of a disc: its lines, their middle and the baseline of the first. */
interface DiscLabel {
  readonly lines: readonly string[]
  readonly x: number
  readonly y: number
}

const margin = 14

/** Discs keep their shape; places are stretched to the width of the picture, which only moves discs apart. */
export const placeDiscs = (
  narratives: ContextSpace['narratives'],
  { width, height }: MapSize,
): readonly PlacedDisc[] => {
  const unit = Math.min(width, height) / 2 - margin
  const [middleX, middleY] = [width / 2, height / 2]
  return narratives.map(({ id, label, x, y, radius }) => {
    const r = radius * unit
    const stretch = radius >= 1 ? 0 : (middleX - margin - r) / (1 - radius)
    const stretchY = radius >= 1 ? 0 : (middleY - margin - r) / (1 - radius)
    return { id, label, x: middleX + x * stretch, y: middleY - y * stretchY, radius: r }
  })
}

/** The dots of documents, around the middle of their narrative. */
export const placeDots = (
  { narratives, documents }: Pick<ContextSpace, 'narratives' | 'documents'>,
  discs: readonly PlacedDisc[],
): readonly { id: string; title: string; narrativeId: string; x: number; y: number }[] => {
  const byId = new Map(narratives.map((narrative, at) => [narrative.id, { narrative, disc: discs[at] }]))
  return documents.flatMap(({ id, title, narrativeId, x, y }) => {
    const hit = byId.get(narrativeId)
    if (hit?.disc === undefined || hit.narrative.radius === 0) return []
    const { narrative, disc } = hit
    const unit = disc.radius / narrative.radius
    return [{ id, title, narrativeId, x: disc.x + (x - narrative.x) * unit, y: disc.y - (y - narrative.y) * unit }]
  })
}

const letterWidth = 6.9
/** Letters of scripts without spaces between words are as wide as they are high. */
const wideLetter = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u
const lineHeight = 15
const maxLineWidth = 150
const maxLines = 2
const gap = 4
/** On a narrower picture names hide the discs, and the list below has them. */
const minLabelledWidth = 560

export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (wideLetter.test(letter) ? 2 * letterWidth : letterWidth), 0)

/** A name in at most two lines, cut where it is longer. */
export const toLines = (label: string): readonly string[] => {
  const words = label.split(/\s+/u).flatMap((word) => {
    if (textWidth(word) <= maxLineWidth) return [word]
    // a word longer than a line, or a script without spaces
    const parts = ['']
    for (const letter of word) {
      if (textWidth(`${parts.at(-1)}${letter}`) > maxLineWidth) parts.push('')
      parts[parts.length - 1] += letter
    }
    return parts
  })
  const lines = ['']
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (textWidth(longer) <= maxLineWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  if (lines.length <= maxLines) return lines
  const firstLines = lines.slice(0, maxLines)
  const last = Array.from(firstLines.at(-1) ?? '')
  while (textWidth(`${last.join('')}…`) > maxLineWidth) last.pop()
  return [...firstLines.slice(0, -1), `${last.join('').trimEnd()}…`]
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const isApart = (a: Box, b: Box): boolean =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top

/** The box of a disc's number, which no label may cover. */
const numberBox = ({ x, y }: PlacedDisc): Box => ({ left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 })

/**
 * The labels for which there is room, the largest narrative first: each at the first of its places (under the number, below the disc, above it, to its
 * right and left) that overlaps no other label, number or disc. It begins with its number. The others have their number alone, as all have on a narrow
 * screen.
 */
export const labelDiscs = (
  discs: readonly PlacedDisc[],
  { width, height }: MapSize,
): ReadonlyMap<string, DiscLabel> => {
  if (width < minLabelledWidth) return new Map()
  const occupied: Box[] = discs.map(numberBox)
  const labels = new Map<string, DiscLabel>()
  const bySize = discs.toSorted((a, b) => b.radius - a.radius)
  for (const disc of bySize) {
    const lines = toLines(`${discs.indexOf(disc) + 1}. ${disc.label}`)
    const [w, h] = [Math.max(...lines.map(textWidth)), lines.length * lineHeight]
    const boxAt = (left: number, top: number): Box => ({ left, right: left + w, top, bottom: top + h })
    const boxes = [
      boxAt(disc.x - w / 2, disc.y + 11),
      boxAt(disc.x - w / 2, disc.y + disc.radius + gap),
      boxAt(disc.x - w / 2, disc.y - disc.radius - gap - h),
      boxAt(disc.x + disc.radius + gap, disc.y - h / 2),
      boxAt(disc.x - disc.radius - gap - w, disc.y - h / 2),
    ].filter(({ left, right, top, bottom }) => left >= 0 && right <= width && top >= 0 && bottom <= height)
    const free = boxes.filter((box) => occupied.every((other) => isApart(box, other)))
    const others = discs
      .filter((other) => other !== disc)
      .map(({ x, y, radius }) => ({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }))
    const box = free.find((candidate) => others.every((other) => isApart(candidate, other)))
    if (box === undefined) continue
    occupied.push(box)
    labels.set(disc.id, { lines, x: (box.left + box.right) / 2, y: box.top + lineHeight - 4 })
  }
  return labels
}
