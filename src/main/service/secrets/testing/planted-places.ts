import type { Random } from '../../../../../scripts/samples/random'
import type { Planted } from './planted-kinds'
import { capital, word } from './random-text'

/** A text with a secret in it, and which parts of it are the secret. */
export interface PlantedText {
  readonly place: string
  readonly text: string
  readonly secrets: readonly string[]
}

type Place = (planted: Planted, random: Random) => string

const camel = (name: string) =>
  name
    .toLowerCase()
    .split('_')
    .map((part, index) => (index === 0 ? part : capital(part)))
    .join('')
const snake = (name: string) => name.toLowerCase()
const kebab = (name: string) => snake(name).replaceAll('_', '-')
const spaced = (name: string) => name.toLowerCase().replaceAll('_', ' ').replace('api', 'API')

/** Places where settings, programs, tools and people write a secret under its name. */
export const structuredPlaces: Readonly<Record<string, Place>> = {
  'env file': ({ name, secret }, random) => `PORT=80${random.integer(10, 99)}\n${name}=${secret}\nLOG_LEVEL=debug\n`,
  'env file, quoted': ({ name, secret }) => `# local\n${name}="${secret}"\n`,
  'shell export': ({ name, secret }) => `$ export ${name}='${secret}' && npm run dev\n`,
  'output of env': ({ name, secret }, random) => `HOME=/home/${word(random)}\n${name}=${secret}\nSHELL=/bin/bash`,
  'JSON config': ({ name, secret }, random) =>
    JSON.stringify({ host: word(random), [camel(name)]: secret, port: random.integer(1, 9999) }, null, 2),
  'JSON on one line': ({ name, secret }) => JSON.stringify({ id: 1, [snake(name)]: secret, on: true }),
  'JSON within JSON': ({ name, secret }, random) =>
    JSON.stringify({ type: 'tool_result', content: JSON.stringify({ env: { [name]: secret }, cwd: word(random) }) }),
  'env file within JSON': ({ name, secret }) =>
    JSON.stringify({ file_path: '.env', content: `PORT=1\n${name}=${secret}\nDEBUG=1\n` }),
  YAML: ({ name, secret }, random) =>
    `service:\n  region: eu-${random.integer(1, 3)}\n  ${snake(name)}: ${secret}\n  replicas: 2\n`,
  'YAML, quoted': ({ name, secret }) => `auth:\n  - ${camel(name)}: "${secret}"\n    enabled: true\n`,
  TOML: ({ name, secret }, random) => `[${word(random)}]\n${snake(name)} = "${secret}"\ntimeout = 30\n`,
  INI: ({ name, secret }) => `[default]\n${snake(name)} = '${secret}'\nregion = eu-west-1\n`,
  'MCP server': ({ name, secret }, random) =>
    JSON.stringify({
      mcpServers: { [word(random)]: { command: 'npx', args: ['-y', 'server'], env: { [name]: secret } } }
    }),
  'list of arguments': ({ name, secret }) =>
    JSON.stringify({ command: 'tool', args: ['serve', `--${kebab(name)}`, secret, '--port', '80'] }),
  'flag with a blank': ({ name, secret }) => `$ deploy --region eu --${kebab(name)} ${secret} --yes`,
  'flag with a sign': ({ name, secret }) => `deploy --${kebab(name)}=${secret} --yes`,
  'name and value': ({ name, secret }) => JSON.stringify({ env: [{ name, value: secret }] }),
  'kubernetes manifest': ({ name, secret }) => `        env:\n        - name: ${name}\n          value: "${secret}"\n`,
  'docker run': ({ name, secret }) => `docker run --rm -e ${name}=${secret} -p 80:80 app:latest`,
  'compose file': ({ name, secret }) => `    environment:\n      - ${name}=${secret}\n      - TZ=UTC\n`,
  'TypeScript literal': ({ name, secret }) =>
    `const config = {\n  region: 'eu',\n  ${camel(name)}: '${secret}',\n  retries: 3\n}\n`,
  'TypeScript constant': ({ name, secret }) => `export const ${name}: string = '${secret}'\n`,
  'Python literal': ({ name, secret }) => `client = Client(\n    region="eu",\n    ${snake(name)}="${secret}",\n)\n`,
  'header of a request': ({ name, secret }) => `curl -s -H "X-${kebab(name)}: ${secret}" https://api.invalid/v1/items`,
  'query of an address': ({ name, secret }) =>
    `GET https://api.invalid/v1/items?page=2&${snake(name)}=${encodeURIComponent(secret)}&sort=asc`,
  'table of Markdown': ({ name, secret }) => `| setting | value |\n|---|---|\n| ${spaced(name)} | \`${secret}\` |\n`,
  'list of Markdown': ({ name, secret }) => `- **${spaced(name)}**: \`${secret}\`\n- region: eu\n`,
  XML: ({ name, secret }) => `<settings>\n  <add key="${name}" value="${secret}"/>\n</settings>`,
  'HCL of Terraform': ({ name, secret }) => `variable "x" {}\nprovider "y" {\n  ${snake(name)} = "${secret}"\n}\n`,
  'PHP array': ({ name, secret }) => `return [\n    '${snake(name)}' => '${secret}',\n];`
}
