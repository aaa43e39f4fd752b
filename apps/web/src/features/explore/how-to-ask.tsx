import { Box, Button, Popover, UnstyledButton } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import textStyles from '../../ui/text-styles.module.css'
import surfaces from '../../ui/surfaces.module.css'

const examples = [
  ['climate change', 'this exact phrase'],
  ['tea OR coffee', 'either one'],
  ['tea AND milk', 'both, anywhere'],
  ['tea -sugar', 'leave a word out'],
  ['(tea OR coffee) -"iced tea"', 'groups and phrases'],
  ['vaccin*', 'words that start like this'],
  ['oat near/5 milk', 'within five words of each other'],
  ['tea lang:en tone:negative', 'language and tone'],
  ['tea outlet:nytimes.com since:2026', 'one outlet, since a date'],
  ['title:tea', 'a word in the title'],
  ['tea score>=10 comments>50', 'points and comments (or views)'],
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
      <Popover.Dropdown aria-label="How to ask" maw="calc(100vw - 24px)" p={14}>
        <Box component="p" className={textStyles.detail} mb={8} lh={1.5}>
          We look for the exact phrase you type. To be more precise:
        </Box>
        <Box component="ul" mx={-8}>
          {examples.map(([term, meaning]) => (
            <li key={term}>
              <UnstyledButton
                className={`${surfaces.hover} ${surfaces.choice}`}
                onClick={() => {
                  setOpen(false)
                  onChoose(term)
                }}
              >
                <code className={textStyles.code}>{term}</code>
                <Box component="span" className={textStyles.soft} fz="fine">
                  {meaning}
                </Box>
              </UnstyledButton>
            </li>
          ))}
        </Box>
        <Box component="p" className={textStyles.detail} mt={10} lh={1.5}>
          Fields: source, outlet, author, kind, lang, country, tone, since, until, score, comments, views, title. Write
          AND, OR and NOT in capitals.
        </Box>
      </Popover.Dropdown>
    </Popover>
  )
}
