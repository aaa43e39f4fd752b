import { child, childrenNamed, type Feed } from './feed-entries.ts'
import { textOf } from './feed-text.ts'
import { resolve, type XmlElement } from './xml-tree.ts'

/** The Channel Definition Format of 1997: addresses and days stand in attributes. */
export function fromCdf(channel: XmlElement): Feed {
  return {
    ...describeElement(channel),
    language: channel.lang,
    entries: childrenNamed(channel, 'item').map((item) => {
      const { title, link, description } = describeElement(item)
      const updated = item.attributes['lastmod'] ?? null
      return { ...nothing, id: link, link, title, summary: description, updated, language: item.lang }
    }),
  }
}

const nothing = { content: null, author: null, published: null }

function describeElement(element: XmlElement): Pick<Feed, 'title' | 'link' | 'description'> {
  const { href } = element.attributes
  return {
    title: textOf(child(element, 'title')),
    link: href === undefined ? null : resolve(href, element.base),
    description: textOf(child(element, 'abstract')),
  }
}
