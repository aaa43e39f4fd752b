import { gdeltDialect } from '../gdelt/gdelt.dialect.ts'
import { hackerNewsDialect } from '../hacker-news/hacker-news.dialect.ts'
import type { SourceKey } from '../source.types.ts'
import { wikipediaDialect } from '../wikipedia/wikipedia.dialect.ts'
import type { Dialect } from './dialect.types.ts'

const dialects = [gdeltDialect, hackerNewsDialect, wikipediaDialect]

/** The dialect of each source that is asked by words. */
export const sourceDialects: Partial<Record<SourceKey, Dialect>> = Object.fromEntries(
  dialects.map((dialect) => [dialect.key, dialect]),
)
