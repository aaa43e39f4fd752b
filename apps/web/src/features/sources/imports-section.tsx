import type { Import } from '@auspex/sdk'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount } from '../../lib/format.ts'
import { useModules } from '../../lib/modules.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Section } from '../../ui/section.tsx'
import { ImportDeletion } from './import-deletion.tsx'
import { importColumns } from './import-columns.tsx'
import { importsOptions, meOptions } from './sources.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

const smallestPage = 20
const sizes = [smallestPage, 50, 100]

/** The files whose documents are in the library, for who may import: what became of each, and the way to take one out again. */
export const ImportsSection = () => {
  const { data: me } = useQuery(meOptions(useClient()))
  const isOn = useModules()('imports')
  const mayImport = (isOn && me?.roles.some((role) => role === 'importer' || role === 'godmode')) ?? false
  return mayImport && <Imports />
}

const Imports = () => {
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(smallestPage)
  const [opened, setOpened] = useState<Import | null>(null)
  const imports = useQuery(importsOptions(useClient(), { page, perPage }))
  const { data, error } = imports
  return (
    <Section
      id="imports"
      title="Imported files"
      hint="Each file, and how many documents came from it. Deleting one takes its documents out of the library, for everyone who uses this installation."
    >
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void imports.refetch()} />
        ) : (
          <Skeleton height={84} radius="md" aria-label="Loading imported files" />
        )
      ) : data.page.total === 0 ? (
        <p className={textStyles.note}>
          No file has been imported yet. On the server, <code className={textStyles.code}>npm run import -- FILE</code>{' '}
          adds the documents of a file.
        </p>
      ) : (
        <>
          <PagedTable
            caption="Imported files"
            columns={importColumns(setOpened)}
            rows={data.items}
            rowKey={({ importId }) => importId}
            total={data.page.total}
            offset={(page - 1) * perPage}
            isBusy={imports.isFetching}
          />
          {data.page.total > smallestPage && (
            <Pager
              page={page}
              perPage={perPage}
              total={data.page.total}
              sizes={sizes}
              format={formatCount}
              onPage={setPage}
              onSize={(size) => {
                setPerPage(size)
                setPage(1)
              }}
            />
          )}
        </>
      )}
      {opened && <ImportDeletion file={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}
