import { describe, expect, test } from 'vitest'

import { toPlainLine, toPlainText } from './plain-text.ts'

describe('toPlainText', () => {
  test.each([
    ['plain text is unchanged', 'Nothing to do: 3 > 2', 'Nothing to do: 3 > 2'],
    ['references are decoded once', '&amp;lt; &#x27;caf&eacute;&#39;', "&lt; 'café'"],
    ['an ampersand in text is not a reference', 'AT&T, R&D, a=1&copy=2', 'AT&T, R&D, a=1&copy=2'],
    ['block tags end lines, inline tags vanish', '<p>One <b>two</b></p><p>three<br/>four', 'One two\n\nthree\nfour'],
    ['angle brackets that are no tags stay', 'List<String> and a < b, <notatag>', 'List<String> and a < b, <notatag>'],
    ['escaped tags are text', '&lt;div&gt;', '<div>'],
    [
      'scripts, styles and comments have no text',
      'a<script>if (x<y) evil()</script>b<!-- <p>c -->d<style>p{}</style>',
      'abd',
    ],
    ['an unfinished comment hides the rest', 'a<!-- b', 'a'],
    ['an unfinished tag is text', 'a <b and more', 'a <b and more'],
    ['attributes with quotes go with their tag', '<a href="https://x.example" title=\'y\'>link</a>', 'link'],
    ['CDATA marks go, their text stays', '<![CDATA[words]]>', 'words'],
    ['signs of Windows-1252 that were misread are put right', 'Obama\u0092s \u0093plan\u0094\u0081', 'Obama’s “plan”'],
    ['control characters go', 'a\u0000b\u0007c\td\r\ne', 'abc\td\ne'],
  ])('%s', (_, markup, text) => {
    expect(toPlainText(markup)).toBe(text)
  })

  test('a megabyte of half-open tags is read in linear time', () => {
    for (const piece of ['<a ', ' ', '<!--', '<script>', '</', '<p', '&#'])
      expect(toPlainText(`<p>${piece.repeat(300_000)}x`).length).toBeLessThanOrEqual(1_200_000)
  })
})

test('toPlainLine puts text on one line', () => {
  expect(toPlainLine('<h1>One</h1>\n  two\tthree ')).toBe('One two three')
})
