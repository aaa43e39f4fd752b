import { Combobox, Flex } from '@mantine/core'
import type { SmartSearchResult, Suggestion } from '@auspex/sdk'
import { formatDay, formatPlural } from '../../lib/format.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Matches by kind. A topic leads to its report, everything else to a search. */
export const TopicBoxOptions = ({ result, text }: { result: SmartSearchResult; text: string }) => {
  const words = listWords(result)
  return (
    <Combobox.Options mah={400} style={{ overflowY: 'auto' }} aria-label="What was found">
      {result.signals.length > 0 && (
        <Combobox.Group label="Topics">
          {result.signals.map(({ signalId, title, documents }) => (
            <Option key={signalId} value={signalId} title={title} note={formatPlural(documents, 'document')} />
          ))}
        </Combobox.Group>
      )}
      {words.length > 0 && (
        <Combobox.Group label="Words and names">
          {words.map(({ term, kind, documents }) => (
            <Option
              key={`${kind} ${term}`}
              value={term}
              title={term}
              note={documents === null ? '' : formatPlural(documents, 'document')}
            />
          ))}
        </Combobox.Group>
      )}
      <Combobox.Group
        label={
          result.documentsTotal === 0
            ? 'No document contains these words'
            : `In ${formatPlural(result.documentsTotal, 'document')}`
        }
      >
        <Combobox.Option value={text}>Search “{text}”</Combobox.Option>
        {/* Visual only: a screen reader announces the count, and the report lists the documents. */}
        {result.documents.map(({ id, title, outlet, publishedAt }) => (
          <Flex key={id} direction="column" py={5} px={12} fz={13.5} aria-hidden>
            <span className={`${textStyles.clip} ${textStyles.soft}`}>{title === '' ? 'Without a title' : title}</span>
            <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>
              {outlet} · {formatDay(publishedAt)}
            </span>
          </Flex>
        ))}
      </Combobox.Group>
    </Combobox.Options>
  )
}

const Option = ({ value, title, note }: { value: string; title: string; note: string }) => (
  <Combobox.Option value={value}>
    <Flex component="span" gap={12} justify="space-between">
      <span>{title}</span>
      <span className={`${textStyles.caption} ${textStyles.tabular} ${textStyles.nowrap}`}>{note}</span>
    </Flex>
  </Combobox.Option>
)

/** Words and names that the list shows. */
const shownWords = 6

/** Names come first, because they have counts; a word that is also a topic or a name is listed only as that. */
const listWords = ({ signals, entities, terms }: SmartSearchResult): Suggestion[] => {
  const titles = new Set(signals.map(({ title }) => title.toLowerCase()))
  return [...entities, ...terms]
    .filter(({ term }) => {
      const key = term.toLowerCase()
      const isNew = !titles.has(key)
      titles.add(key)
      return isNew
    })
    .slice(0, shownWords)
}
