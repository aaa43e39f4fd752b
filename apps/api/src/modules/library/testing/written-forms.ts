/** The ways to write one word: what a query must find, what it must not, and which part of each match is the word. */
export interface WrittenForms {
  rule: string
  query: string
  /** Texts that contain the word, with the highlighted part in brackets. */
  finds: readonly string[]
  misses: readonly string[]
}

/** Uses invented words where a real one could fall under two rules. */
export const writtenForms: readonly WrittenForms[] = [
  ...elisions('French', 'inflazquark', 'l d j m t s n c qu jusqu lorsqu puisqu quoiqu'),
  ...elisions('Italian', 'energiquark', 'l d un dell all dall nell sull quell quest bell'),
  ...elisions('Catalan', 'aiguaquark', 'l d n s m t'),
  {
    rule: 'an elided word with its article',
    query: "l'Inflazquark",
    finds: ['Pourquoi [l’Inflazquark] recule', "de [l'Inflazquark]"],
    misses: ['Le taux d’Inflazquark', 'Inflazquark', 'l Inflazquark'],
  },
  {
    rule: 'a name',
    query: 'O’Brienquark',
    finds: ["[O'Brienquark] said", '[O’Brienquark]'],
    misses: ['OBrienquark', 'Brienquark'],
  },
  {
    rule: 'a name without its prefix',
    query: 'brienquark',
    finds: ["O'[Brienquark]", '[Brienquark]'],
    misses: ['OBrienquark'],
  },
  { rule: 'a letter is no article', query: 'd', finds: ['vitamin [D]'], misses: ["l'or d'Ophir", 'R&D'] },
  { rule: 'contractions', query: "don't", finds: ["[don't] go", '[don’t] go'], misses: ['don go', 'dont go'] },
  {
    rule: 'possessives',
    query: 'quarkson',
    finds: ["[Quarkson]'s plan", '[Quarkson]’s', '[Quarkson]'],
    misses: ['quarksons'],
  },
  {
    rule: 'Turkish endings behind an apostrophe',
    query: 'istanbulquark',
    finds: ["[İstanbulquark]'da", '[İstanbulquark]’un', '[ıstanbulquark]'],
    misses: ['istanbulquarkda'],
  },
  ...particles('삼성퀴크', '가 는 를 와 로 라고 의 에 에서 도 만 까지 부터 보다 처럼 에게 한테 에서는 까지도 라는'),
  ...particles('한국은쿽', '이 은 을 과 으로 이라고 이나 의 에서 으로는 이라는'),
  {
    rule: 'a Korean word with its particle',
    query: '삼성퀴크가',
    finds: ['[삼성퀴크가] 발표'],
    misses: ['삼성퀴크는 부인', '삼성퀴크'],
  },
  {
    rule: 'Korean nouns that end like particles',
    query: '고속도로',
    finds: ['[고속도로] 공사', '[고속도로]는'],
    misses: ['고속 철도'],
  },
  { rule: 'two syllables are a word', query: '국', finds: ['[국] 요리'], misses: ['국가 경제', '국이'] },
  { rule: 'a Latin name in Korean', query: 'kbsq', finds: ['[KBSQ]는 보도', '[KBSQ]'], misses: ['KBSQA는'] },
  {
    rule: 'decomposed Korean',
    query: '삼성퀴크',
    finds: [`[${'삼성퀴크'.normalize('NFD')}]${'가'.normalize('NFD')}`],
    misses: [],
  },
  ...foldings('Danish', 'ørquark', 'ørquark Ørquark orquark'),
  ...foldings('German', 'straßquark', 'Straßquark STRASSQUARK strassquark straẞquark'),
  ...foldings('Polish', 'łódźquark', 'Łódźquark lodzquark'),
  ...foldings('Vietnamese', 'đàquark', 'Đàquark daquark'),
  ...foldings('Turkish', 'ısıquark', 'Isıquark ISIquark isiquark İsiquark'),
  ...foldings('French ligatures', 'œuvrquark', 'Œuvrquark oeuvrquark'),
  ...foldings('Icelandic', 'þæðquark', 'Þæðquark thaedquark'),
  ...foldings('Maltese and Sami', 'ħŋŧquark', 'Ħŋŧquark hntquark'),
  ...foldings('Russian', 'ёлкаквар', 'Ёлкаквар елкаквар е\u0301лкаквар'),
  ...foldings('Arabic', 'كتابكوارك', 'كِتَابكوارك كتـــابكوارك کتابکوارک'),
  ...foldings('Arabic alef', 'أحمدكوارك', 'احمدكوارك إحمدكوارك آحمدكوارك'),
  ...foldings('Hebrew', 'שלוםקוו', 'שָׁלוֹםקוו שלוםקוו'),
  ...foldings('Greek', 'οδοσκουαρκς', 'ΟΔΟΣΚΟΥΑΡΚΣ οδοσκουάρκς'),
  ...foldings('full width', 'widequark', 'ｗｉｄｅｑｕａｒｋ WideQuark'),
  ...foldings('digits', '9712', '٩٧١٢ ۹۷۱۲ ९७१२ ９７１２'),
  { rule: 'Russian short i is another letter', query: 'майквар', finds: ['[майквар]'], misses: ['маиквар'] },
  { rule: 'Arabic teh marbuta is another letter', query: 'كتابة', finds: ['[كتابة]'], misses: ['كتابه'] },
  {
    rule: 'C++',
    query: 'C++',
    finds: ['Why [C++] is hard', '[c++]20', '[Ｃ＋＋]'],
    misses: ['vitamin C intake', 'C# 12', 'C'],
  },
  { rule: 'C#', query: 'c#', finds: ['[C#] 12', '[C♯]'], misses: ['C++', 'vitamin C', '#C'] },
  { rule: 'F#', query: 'F#', finds: ['[F#]/.NET'], misses: ['F', 'F++'] },
  {
    rule: 'a letter is not the language',
    query: 'c',
    finds: ['vitamin [C] intake'],
    misses: ['C++', 'C#', "c'est", 'A/C'],
  },
  { rule: '.NET', query: '.NET', finds: ['Porting to [.NET] 10', 'F#/[.net]'], misses: ['net profit', 'nets'] },
  { rule: 'R&D', query: 'R&D', finds: ['[R&D] spending', "[r&d]'s"], misses: ['R D', 'r and d', 'R2D2'] },
  { rule: 'AT&T', query: 'at&t', finds: ['[AT&T]’s plan'], misses: ['at t', 'at the'] },
  { rule: 'A/B', query: 'a/b', finds: ['an [A/B] test'], misses: ['vitamins A, B', 'a b'] },
  { rule: 'words joined by a sign', query: 'teaquark', finds: ['[teaquark]&coffee', '[Teaquark]/milk'], misses: [] },
  {
    rule: 'Node.js',
    query: 'node.js',
    finds: ['[Node.js] 24', '[node js]', '[Node-js]'],
    misses: ['node and js', 'nodejs'],
  },
  { rule: 'a plus', query: 'Quarkney+', finds: ['[Quarkney+] grows'], misses: ['Quarkney grows'] },
  { rule: 'a word without its plus', query: 'quarkney', finds: ['[Quarkney]+ grows', '[Quarkney]'], misses: [] },
  { rule: 'emoji', query: '🔥', finds: ['zorb [🔥] now', 'zorb[🔥]'], misses: ['zorb', '💧'] },
  { rule: 'an emoji with or without its variation', query: '❤', finds: ['[❤️]', '[❤]'], misses: ['💔'] },
  { rule: 'flags', query: '🇩🇪', finds: ['[🇩🇪]🇫🇷'], misses: ['🇪🇩', '🇫🇷'] },
  { rule: 'joined emoji', query: '👩‍💻', finds: ['[👩‍💻]', '[👩🏽‍💻]'], misses: ['👩 💻'] },
  { rule: 'skin tones', query: '👍🏽', finds: ['[👍🏽]'], misses: ['👍', '👍🏿'] },
  { rule: 'any skin tone', query: '👍', finds: ['[👍🏿]', '[👍]'], misses: ['👎'] },
]

function elisions(language: string, word: string, articles: string): WrittenForms[] {
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  const matches = articles
    .split(' ')
    .flatMap((article) => [`x ${article}’[${name}] y`, `${article}'[${word}]`, `${article}ʼ[${name}]`])
  return [
    { rule: `${language} elision`, query: word, finds: [...matches, `[${name}]`], misses: [`l${word}`, `${word}s`] },
  ]
}

function particles(word: string, list: string): WrittenForms[] {
  const matches = list.split(' ').map((particle) => `새 [${word}]${particle} 발표`)
  return [
    {
      rule: `particles of ${word}`,
      query: word,
      finds: [...matches, `[${word}]`],
      misses: [`${word}공장`, `새${word}`],
    },
  ]
}

function foldings(rule: string, query: string, forms: string): WrittenForms[] {
  return forms
    .split(' ')
    .map((form) => ({ rule: `${rule}: ${form}`, query, finds: [`a [${form}] b`], misses: [`${form}x`] }))
}
