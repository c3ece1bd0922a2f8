/** ClickHouse servers on this machine, each a shard of one cluster. Debian's 18.16 is enough: `apt-get install clickhouse-server`. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { columns } from './rows.mjs'

const PAUSE_MILLISECONDS = 200
const MOST_PAUSES = 600

export const hasClickHouse = () => spawnSync('clickhouse-server', ['--version']).error === undefined

const configOf = (folder, shard, shards) => `<yandex>
  <logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${shard.http}</http_port><tcp_port>${shard.tcp}</tcp_port>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><user_files_path>${folder}/files/</user_files_path>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile><default_database>default</default_database>
  <mark_cache_size>67108864</mark_cache_size><timezone>UTC</timezone>
  <remote_servers><fleet>${shards
    .map(({ tcp }) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`)
    .join('')}</fleet></remote_servers>
</yandex>`

const USERS = `<yandex>
  <profiles><default><max_memory_usage>2000000000</max_memory_usage></default></profiles>
  <users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
  <quotas><default></default></quotas>
</yandex>`

/** The tables of a shard. Of rows with one key the merges keep one; the rows of an incident are all in one shard and one month. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS reports_local (${Object.entries(columns)
    .map(([name, [, type]]) => `${name} ${type}`)
    .join(', ')}) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(day) ORDER BY key`,
  'CREATE TABLE IF NOT EXISTS reports AS reports_local ENGINE = Distributed(fleet, default, reports_local, cityHash64(key))',
]

export class Shard {
  #folder
  #process
  #ended

  constructor(folder, ports, all) {
    this.#folder = folder
    this.url = `http://127.0.0.1:${ports.http}/`
    for (const name of ['data', 'tmp', 'files']) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, 'config.xml'), configOf(folder, ports, all))
    writeFileSync(join(folder, 'users.xml'), USERS)
  }

  /** Starts the server and waits until it answers. */
  async start() {
    const child = spawn('clickhouse-server', ['--config-file', join(this.#folder, 'config.xml')], { stdio: 'ignore' })
    this.#process = child
    this.#ended = new Promise((resolve) => child.once('close', resolve))
    for (let pauses = 0; ; pauses++) {
      try {
        await this.ask('SELECT 1')
        break
      } catch (error) {
        if (pauses === MOST_PAUSES || child.exitCode !== null) throw error
        await wait(PAUSE_MILLISECONDS)
      }
    }
    for (const sql of TABLES) await this.ask(sql)
  }

  /** kill -9, and waits for the end. */
  async kill() {
    this.#process?.kill('SIGKILL')
    await this.#ended
  }

  /** The answer as text. A body follows the statement of an insert. */
  async ask(sql, { body = '', settings = {} } = {}) {
    const query = new URLSearchParams({ query: sql, ...settings })
    const response = await fetch(`${this.url}?${query}`, { method: 'POST', body })
    const text = await response.text()
    if (!response.ok) throw new Error(text.slice(0, 300))
    return text
  }

  async rows(sql) {
    const text = await this.ask(`${sql} FORMAT JSONEachRow`)
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
}
