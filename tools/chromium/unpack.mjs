// Unpack Chromium, its fonts and the libraries that a small system lacks into TMPDIR.
import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
await inflate(join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
