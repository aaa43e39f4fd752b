import { existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

type Color = readonly [number, number, number]

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const themes = { light: { surface: '#ffffff', index: 0 }, dark: { surface: '#1b1924', index: 1 } } as const

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const parse = (hex: string): Color =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Color // three by construction
const luminance = ([r, g, b]: Color) => 0.2126 * r + 0.7152 * g + 0.0722 * b
const contrast = (a: Color, b: Color) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Björn Ottosson, OKLab (2020). */
const toOklab = ([r, g, b]: Color): Color => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Machado, Oliveira and Fernandes (2009), severity 1. */
const readers: Record<string, readonly Color[]> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const seenBy = (matrix: readonly Color[], color: Color): Color =>
  toOklab(
    matrix.map((row) =>
      Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2])),
    ) as unknown as Color,
  )

/** A colour in the light theme and in the dark one. */
const tokens = (name: string) =>
  new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css)?.slice(1) ?? []
const paletteOf = (index: number) =>
  Array.from({ length: 12 }, (_, number) => parse(tokens(`chart-${number + 1}`)[index] ?? ''))
const tonesOf = (index: number) =>
  ['positive', 'neutral', 'negative'].map((tone) => parse(tokens(`tone-${tone}`)[index] ?? ''))

const smallestDistance = (colors: readonly Color[], matrix: readonly Color[]) => {
  const seen = colors.map((color) => seenBy(matrix, color))
  let smallest = Number.POSITIVE_INFINITY
  seen.forEach((a, index) => {
    for (const b of seen.slice(index + 1))
      smallest = Math.min(smallest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]))
  })
  return smallest
}

/** An OKLab distance of 0.02 is barely visible side by side; charts need several times that. */
const apart = 0.07

describe.each(Object.entries(themes))('chart colours in the %s theme', (_, { surface, index }) => {
  test.each(Object.entries(readers))('twelve colours are distinguishable with %s', (_reader, matrix) => {
    expect(smallestDistance(paletteOf(index), matrix)).toBeGreaterThan(apart)
  })

  test.each(Object.entries(readers))('tones are distinguishable with %s', (_reader, matrix) => {
    expect(smallestDistance(tonesOf(index), matrix)).toBeGreaterThan(apart)
  })

  test('each contrasts with the surface by 3 to 1 (WCAG 1.4.11)', () => {
    for (const color of paletteOf(index)) expect(contrast(color, parse(surface))).toBeGreaterThanOrEqual(3)
  })
})

const source = join(import.meta.dirname, '../..')
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles')

test('the styles of every Mantine component in use are included', () => {
  const used = new Set(
    globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/gu)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim()),
      ),
    ),
  )
  const loaded = readFileSync(join(import.meta.dirname, 'styles.ts'), 'utf8')
  const missing = [...used].filter(
    (name) => existsSync(join(styles, `${name}.layer.css`)) && !loaded.includes(`/${name}.layer.css`),
  )
  expect(missing).toEqual([])
})

/** Text has six sizes. Slides of a story follow the size of the window, and text within text its surroundings. */
test('every text has one of the six sizes of the theme', () => {
  const sizes = [...css.matchAll(/--font-[a-z]+: (\d+)px/gu)].map(([, size]) => Number(size))
  expect(sizes).toHaveLength(6)
  const found = globSync('**/*.{css,tsx}', { cwd: source }).flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    const declared = [...text.matchAll(/font-size: ([^;]+);/gu)].map(([, size = '']) => size)
    const values = [...text.matchAll(/(?:fz|fontSize)[=:] ?\{?(["'\d][^"',}\s]*)/gu)].map(([, size = '']) =>
      size.slice(/^["']/u.test(size) ? 1 : 0),
    )
    return [...declared, ...values].map((size) => ({ file, size }))
  })
  const isOfScale = ({ file, size }: (typeof found)[number]) =>
    /^(?:var\(--font-[a-z]+\)|inherit|fine|note|text|lead|title|display)/u.test(size) ||
    sizes.includes(Number(size)) ||
    // that of the field around it, which Mantine takes from the theme
    size === 'var(--input-fz)' ||
    (file.startsWith('features/stories/') && size.startsWith('clamp('))
  expect(found.filter((color) => !isOfScale(color))).toEqual([])
})

const script = readFileSync(join(import.meta.dirname, '../../../public/theme.js'), 'utf8')

test.each([
  ['https:', 'dark', '__Secure-auspex.theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  ['http:', 'dark', 'auspex.theme=dark; Path=/; Max-Age=31536000; SameSite=Lax'],
  ['https:', null, ''],
])('over %s the sign-in page gets the theme %s in a cookie that suits the connection', (protocol, stored, cookie) => {
  const document = { cookie: '', documentElement: { setAttribute: () => undefined } }
  runInNewContext(script, { document, location: { protocol }, localStorage: { getItem: () => stored } })
  expect(document.cookie).toBe(cookie)
})
