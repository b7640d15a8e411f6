// Serves the playground on this machine.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

const page = new URL('../playground/dist/index.html', import.meta.url);
const port = Number(process.env.PORT ?? 8080);
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(readFileSync(page));
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}/`));
