/**
 * Usage: npm run check lab/bench/news.ts. Feeds three weeks of real news into the real server with its database: measures how many articles a second
 * are stored and placed into stories, and how long it takes until a new article appears in its story. Prints a Markdown table and exits with 1 if a
 * threshold is missed. AUSPEX_SHARED_DATA names the folder that contains `corpora`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isReached, toTable } from './signals/figures.ts'
import { newsFigures } from './news/news-figures.ts'

const data = process.env.AUSPEX_SHARED_DATA ?? join(import.meta.dirname, '../../../../shared/data')
const file = join(data, 'corpora/news_gdelt_2017_2021.jsonl.gz')
const figures = await newsFigures(existsSync(file) ? file : null)
console.log(`\n${toTable(figures)}\n`)
const misses = figures.filter((figure) => isReached(figure) === false)
console.log(misses.length === 0 ? 'No bar is missed.' : `${misses.length} of ${figures.length} bars are not reached.`)
if (misses.length > 0) process.exit(1)
