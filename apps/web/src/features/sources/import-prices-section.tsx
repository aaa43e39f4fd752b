import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { useModules } from '../../lib/modules.ts'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import { ImportPricesForm } from './import-prices-form.tsx'
import { meOptions } from './sources.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

/** Prices of one's own, for symbols that no provider knows or may be asked for. */
export const ImportPricesSection = () => {
  const [isOpen, setOpen] = useState(false)
  const { data: me } = useQuery(meOptions(useClient()))
  const isOn = useModules()('imports')
  const mayImport = (isOn && me?.roles.some((role) => role === 'importer' || role === 'godmode')) ?? false
  return (
    <Section
      id="import-prices"
      title="Your own closing prices"
      hint="From a CSV file, for what no price source has. They come before any other source, for everyone who uses this installation."
      actions={
        mayImport &&
        !isOpen && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Import closing prices
          </Button>
        )
      }
    >
      {isOpen ? (
        <Card>
          <ImportPricesForm onClose={() => setOpen(false)} />
        </Card>
      ) : (
        me &&
        !mayImport && (
          <Box component="p" className={textStyles.note} maw="90ch">
            {isOn
              ? 'Importing needs the role “importer”. Ask the administrator of this installation for it.'
              : 'Importing is switched off for you. An administrator of your organization can switch it on.'}
          </Box>
        )
      )}
    </Section>
  )
}
