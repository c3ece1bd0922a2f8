/** Paths to input files: a folder gives all files in it, `-` is standard input. */
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { basename, dirname } from 'node:path'
import type { InputFile } from '../core/ports.ts'
import { UsageError } from './command.ts'
import { openFileBlob } from '../stores/file-blob.ts'

/** Every file at these paths, opened lazily: nothing is read before it is looked at. */
export async function openPaths(paths: readonly string[]): Promise<readonly InputFile[]> {
  const opened = await Promise.all(paths.map(openPath))
  return opened.flat()
}

/** One file that must be a file, or standard input. */
export async function openFile(path: string): Promise<InputFile> {
  if (path === '-') return { path: 'standard input', blob: await readStandardInput() }
  const [file, ...others] = await openPath(path)
  if (!file) throw new UsageError(`${path}: this folder holds no file.`)
  if (others.length > 0) throw new UsageError(`${path} is a folder; name one report in it.`)
  return file
}

async function openPath(path: string): Promise<readonly InputFile[]> {
  if (path === '-') return [{ path: 'standard input', blob: await readStandardInput() }]
  const found = await stat(path).catch((error: unknown) => {
    throw new UsageError(`${path}: ${reasonOf(error)}`)
  })
  if (!found.isDirectory()) return [{ path, blob: await openBlob(path) }]
  const root = join(path, '.')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  // Paths keep the folder's own name, so that a bundle is known by it (`App.dSYM/Contents/…`).
  const parent = dirname(root)
  return Promise.all(
    files.sort().map(async (file) => ({
      path: join(parent === '.' ? '' : parent, basename(root), relative(root, file))
        .split(sep)
        .join('/'),
      blob: await openBlob(file),
    })),
  )
}

async function openBlob(path: string): Promise<Blob> {
  try {
    return await openFileBlob(path)
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`)
  }
}

async function readStandardInput(): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of process.stdin) parts.push(new Uint8Array(part as Buffer))
  return new Blob(parts)
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file or folder.'
  if (code === 'EACCES') return 'reading it is not permitted.'
  return error instanceof Error ? error.message : String(error)
}
