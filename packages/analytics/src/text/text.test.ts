import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { tokenize, tokens } from './tokenize.ts'
import { maxIndexedTokens, toTsvector, toWordText } from './tsvector.ts'

describe('tokenize', () => {
  describe('tokens', () => {
    test.each([
      ["Bitcoin's fall: don't panic", ['bitcoin', 'fall', "don't", 'panic']],
      ['Bitcoin’s fall: don’t panic', ['bitcoin', 'fall', "don't", 'panic']],
      ["The Jones' 'quoted' O'Neil's", ['the', 'jones', 'quoted', 'oʼ', 'neil']],
      ['covid-19 and/or foo_bar v1.2', ['covid', '19', 'and', 'or', 'foo', 'bar', 'v1', '2']],
      ['#AI by @bob, C++ & AT&T', ['ai', 'by', 'bob', 'c++', 'at&t']],
      ['Café ÅNGSTRÖM naïve Ὀδυσσεύς', ['cafe', 'angstrom', 'naive', 'οδυσσευσ']],
      ['мой май', ['мой', 'май']],
      ['ＡＢＣ ﬁne ½', ['abc', 'fine', '1', '2']],
      ['İstanbul 1️⃣ Brand™', ['istanbul', '1', 'brand']],
      ['inter\u00adnational می\u200cخواهم', ['international', 'ميخواهم']],
      ['東京2020オリンピック', ['東京', '2020', 'オリンピック']],
      ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
      ['한국 경제', ['한국', '경제']],
      ['🎉 … !!', ['🎉']],
      ['', []],
    ])('%j becomes %j', (text, expected) => {
      expect(tokens(text)).toEqual(expected)
    })

    test('cuts a word of a thousand letters instead of dropping it', () => {
      expect(tokens('é'.repeat(1_000))).toEqual(['e'.repeat(256)])
    })
  })

  describe('words with their places', () => {
    test('gives each word its position in the original text', () => {
      const text = "Zürich: Bitcoin's 東京都"
      const places = tokenize(text).map(({ start, end }) => text.slice(start, end))
      expect(places).toEqual(['Zürich', 'Bitcoin', '東京', '都'])
    })

    test('does not change folded words', () => {
      const random = createRandom(11)
      const alphabet = Array.from(
        "abcdlÀéßøŁİıΣςйё'’ʼ-_. 1½①ﬁ東京ひカ々ーสวัหนกខ한삼성이가도는에서+#&/🔥👍🏽🇩é\u0301\u00ad\u200dﷺ²ªﾞｶ",
      )
      for (let round = 0; round < 3_000; round++) {
        const text = Array.from({ length: 1 + random.below(24) }, () => random.pick(alphabet)).join('')
        const once = tokens(text)
        expect(tokens(once.join(' '))).toEqual(once)
      }
    })

    test('gives the same result on the ASCII path and the full path', () => {
      const random = createRandom(12)
      const alphabet = Array.from("abldZ09's -_.#@+&/")
      for (let round = 0; round < 2_000; round++) {
        const text = Array.from({ length: random.below(30) }, () => random.pick(alphabet)).join('')
        expect(tokens(`${text} é`)).toEqual([...tokens(text), 'e'])
      }
    })
  })
})

describe('toTsvector', () => {
  test('weights title words A, and lets no phrase span title and body', () => {
    expect(toTsvector(['rate', 'cut'], ['cut', 'now'])).toBe("'rate':1A 'cut':2A,19 'now':20")
  })

  test('keeps quotes and backslashes inside the literal', () => {
    expect(toTsvector(["don't", 'a\\b'], [])).toBe("'don''t':1A 'a\\\\b':2A")
  })

  test('stores 256 positions of a repeated word at most', () => {
    expect(
      toTsvector(
        [],
        Array.from({ length: 400 }, () => 'x'),
      ).split(','),
    ).toHaveLength(256)
  })

  test('indexes a long text up to the cap, title first', () => {
    const vector = toTsvector(
      ['title'],
      Array.from({ length: 20_000 }, (_, index) => `w${index}`),
    )
    expect(vector.split(' ')).toHaveLength(maxIndexedTokens)
    expect(vector).toContain("'title':1A")
    expect(vector).not.toContain("'w12000'")
  })

  test('leaves out a lexeme beyond the byte limit of PostgreSQL', () => {
    expect(toTsvector(['東'.repeat(700), 'kept'], [])).toBe("'kept':2A")
  })

  test('is empty without words', () => {
    expect(toTsvector([], [])).toBe('')
  })
})

describe('word text', () => {
  test('keeps words in order, and title and body apart', () => {
    expect(toWordText(['oat', 'milk'], ['milk', 'is', 'milk'])).toBe('\noat\nmilk\n\u001E\nmilk\nis\nmilk\n')
    expect(toWordText([], [])).toBe('\n\u001E\n')
  })

  test('keeps the position of a word that no index stores', () => {
    const long = 'x'.repeat(3_000)
    expect(toWordText(['oat', long, 'milk'], [])).toBe('\noat\n\u001D\nmilk\n\u001E\n')
  })

  test('has the words of the tsvector at the same positions', () => {
    const title = ['tea', ...Array.from({ length: 300 }, () => 'milk'), 'mint']
    const body = ['x'.repeat(3_000), 'milk', 'tea', 'oat']
    const border = title.length + 16
    const placed = (text: string) =>
      text
        .split('\n')
        .slice(1, -1)
        .flatMap((word, at) => {
          if (word.length === 1) return []
          return [`${word} ${at < title.length ? at + 1 : border + at - title.length}`]
        })
        .toSorted()
    const inVector = toTsvector(title, body)
      .split(' ')
      .flatMap((lexeme) => {
        const [word = '', places = ''] = lexeme.split(':')
        return places.split(',').map((place) => `${word.slice(1, -1)} ${Number.parseInt(place, 10)}`)
      })
      .toSorted()
    expect(placed(toWordText(title, body))).toEqual(inVector)
  })

  test('has no word that contains the separator', () => {
    for (const word of tokens('a\nb\u001Ec\u001Dd it’s C++ 東京'))
      for (const sign of ['\n', '\u001D', '\u001E']) expect(word).not.toContain(sign)
  })
})
