import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { tokenize, tokens } from './tokenize.ts'

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
  ])('%j reads as %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected)
  })

  test('a word of a thousand letters is cut, not lost', () => {
    expect(tokens('é'.repeat(1_000))).toEqual(['e'.repeat(256)])
  })
})

describe('tokenize', () => {
  test('each word knows its place in the original text', () => {
    const text = "Zürich: Bitcoin's 東京都"
    const places = tokenize(text).map(({ start, end }) => text.slice(start, end))
    expect(places).toEqual(['Zürich', 'Bitcoin', '東京', '都'])
  })

  test('folded words read again stay as they are', () => {
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

  test('the quick path for ASCII and the full path agree', () => {
    const random = createRandom(12)
    const alphabet = Array.from("abldZ09's -_.#@+&/")
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: random.below(30) }, () => random.pick(alphabet)).join('')
      expect(tokens(`${text} é`)).toEqual([...tokens(text), 'e'])
    }
  })
})
