import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { describeFailure } from '../../lib/api/failure.ts'
import { download } from '../../lib/files/download.ts'

interface LogFile {
  readonly name: string
  readonly read: () => Promise<Blob>
  /** Whether the file has only some of the entries. */
  readonly isPart: boolean
  readonly isEmpty: boolean
}

/** The button that saves a log as a file, and why saving failed. */
export const useLogFile = ({ name, read, isPart, isEmpty }: LogFile) => {
  const save = useMutation({ mutationFn: async () => download(name, await read()) })
  return {
    failure: save.error && describeFailure(save.error),
    button: (
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        disabled={isEmpty}
        onClick={() => save.mutate()}
      >
        {isPart ? 'Save these as NDJSON' : 'Save all as NDJSON'}
      </Button>
    ),
  }
}
