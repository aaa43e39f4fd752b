import { describe, expect, test } from 'vitest'

import { decodeText } from './read-body.ts'

const cyrillic = 'Мороз'
const windows1251 = Buffer.from([0xcc, 0xee, 0xf0, 0xee, 0xe7])
const xml = (declaration: string, text: Buffer | string) =>
  Buffer.concat([Buffer.from(declaration), Buffer.from('<rss>'), Buffer.from(text), Buffer.from('</rss>')])
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}
const mark = (order: 'le' | 'be') => Buffer.from(order === 'le' ? [0xff, 0xfe] : [0xfe, 0xff])
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
const says1251 = '<?xml version="1.0" encoding="windows-1251"?>'
const saysUtf8 = '<?xml version="1.0" encoding="UTF-8"?>'

describe('decodeText', () => {
  test.each<[string, Buffer, string]>([
    ['a declaration', xml(says1251, windows1251), 'text/xml'],
    ['a declaration with spaces', xml('<?xml version="1.0" encoding = "windows-1251" ?>', windows1251), 'text/xml'],
    ['a declaration in single quotes', xml("<?xml version='1.0' encoding='windows-1251'?>", windows1251), 'text/xml'],
    ['a declaration behind a line break', xml(`\n${says1251}`, windows1251), 'text/xml'],
    ['a declaration behind spaces and lines', xml(` \r\n\t${says1251}\n`, windows1251), ''],
    ['a declaration in capitals', xml('<?XML VERSION="1.0" ENCODING="WINDOWS-1251"?>', windows1251), 'text/xml'],
    ['a declaration by another name', xml('<?xml version="1.0" encoding="cp1251"?>', windows1251), 'text/xml'],
    ['a header alone', xml('', windows1251), 'text/xml; charset=windows-1251'],
    ['a header in quotes', xml('', windows1251), 'text/xml; charset="windows-1251"'],
    ['a header with spaces', xml('', windows1251), 'text/xml; charset = windows-1251 ; a=b'],
    [
      'a header against the declaration',
      xml('<?xml version="1.0" encoding="iso-8859-1"?>', windows1251),
      'text/xml; charset=windows-1251',
    ],
    ['a header that says UTF-8 and is wrong', xml(says1251, windows1251), 'text/xml; charset=utf-8'],
    ['a header that nobody knows', xml(says1251, windows1251), 'text/xml; charset=x-unknown'],
    ['UTF-8 without a word', xml('', cyrillic), 'text/xml'],
    ['UTF-8 with a declaration that nobody knows', xml('<?xml version="1.0" encoding="x-1"?>', cyrillic), 'text/xml'],
    ['UTF-8 with a header that is wrong', xml(saysUtf8, cyrillic), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 with a declaration that is wrong', xml(says1251, cyrillic), 'text/xml; charset=utf-8'],
    ['UTF-8 with a mark', Buffer.concat([utf8Mark, xml('', cyrillic)]), 'text/xml'],
    [
      'UTF-8 with a mark and a header that is wrong',
      Buffer.concat([utf8Mark, xml('', cyrillic)]),
      'text/xml; charset=iso-8859-1',
    ],
    [
      'UTF-8 with a mark and a declaration that is wrong',
      Buffer.concat([utf8Mark, xml(says1251, cyrillic)]),
      'text/xml',
    ],
    ['UTF-8 that is declared as UTF-16', xml('<?xml version="1.0" encoding="UTF-16"?>', cyrillic), 'text/xml'],
    ['UTF-8 with a header of UTF-16', xml('', cyrillic), 'text/xml; charset=utf-16'],
    [
      'UTF-16 with a mark, little end first',
      Buffer.concat([mark('le'), utf16(`<rss>${cyrillic}</rss>`, 'le')]),
      'text/xml',
    ],
    [
      'UTF-16 with a mark, big end first',
      Buffer.concat([mark('be'), utf16(`<rss>${cyrillic}</rss>`, 'be')]),
      'text/xml',
    ],
    [
      'UTF-16 with a mark against the header',
      Buffer.concat([mark('be'), utf16(`<rss>${cyrillic}</rss>`, 'be')]),
      'text/xml; charset=utf-8',
    ],
    ['UTF-16 without a mark, little end first', utf16(`<rss>${cyrillic}</rss>`, 'le'), 'text/xml'],
    ['UTF-16 without a mark, big end first', utf16(`<rss>${cyrillic}</rss>`, 'be'), 'text/xml; charset=utf-16'],
    [
      'UTF-16 without a mark but with a declaration',
      utf16(`<?xml version="1.0" encoding="UTF-16"?><rss>${cyrillic}</rss>`, 'be'),
      'text/xml',
    ],
  ])('%s is read as it was written', (_, bytes, contentType) => {
    const text = decodeText(bytes, contentType)
    expect(text).toContain(`<rss>${cyrillic}</rss>`)
    expect(text.startsWith('\uFEFF')).toBe(false)
  })

  test('one byte that is damaged does not turn a text into another encoding', () => {
    const bytes = Buffer.concat([Buffer.from(cyrillic), Buffer.from([0xff]), Buffer.from(cyrillic)])
    expect(decodeText(bytes, 'text/plain; charset=utf-8')).toBe(`${cyrillic}\uFFFD${cyrillic}`)
  })

  test('bytes of Windows that nobody declares are read as that', () => {
    expect(decodeText(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x94]), 'text/xml')).toBe('café “”')
  })
})
