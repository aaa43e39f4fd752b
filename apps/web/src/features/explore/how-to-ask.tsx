import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './how-to-ask.module.css'

const examples = [
  ['climate change', 'the words next to each other'],
  ['tea OR coffee', 'one of them'],
  ['tea AND milk', 'both, anywhere'],
  ['tea -sugar', 'without a word'],
  ['(tea OR coffee) -"iced tea"', 'groups and phrases'],
  ['vaccin*', 'any word that begins so'],
  ['oat near/5 milk', 'at most five words apart'],
  ['tea lang:en tone:negative', 'language and tone'],
  ['tea outlet:nytimes.com since:2026', 'one outlet, since a day'],
  ['tea score:>=10', 'at least ten points'],
] as const

/** Examples of the query language; choosing one puts it into the field. */
export const HowToAsk = ({ onChoose }: { onChoose: (term: string) => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={380} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconHelpCircle size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          How to ask
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="How to ask" className={classes.dropdown}>
        <p className={classes.lead}>Plain words are searched side by side. To ask more exactly:</p>
        <ul className={classes.list}>
          {examples.map(([term, meaning]) => (
            <li key={term}>
              <UnstyledButton
                className={classes.example}
                onClick={() => {
                  setOpen(false)
                  onChoose(term)
                }}
              >
                <code className={classes.term}>{term}</code>
                <span className={classes.meaning}>{meaning}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <p className={classes.fields}>
          Fields: source, outlet, author, kind, lang, country, tone, since, until, score. AND, OR and NOT in capitals.
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
