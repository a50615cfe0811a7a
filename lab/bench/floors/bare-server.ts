import { PGlite } from '@electric-sql/pglite';
import fastify from 'fastify';

/** The floor of an embedded start: Fastify and PGlite over the folder that is given, and nothing else. Says `ready` once both answer. */
const database = await PGlite.create(process.argv[2]!);
const app = fastify();
app.get('/readyz', async () => (await database.query('select 1 as one')).rows);
await app.listen({ port: 0, host: '127.0.0.1' });
if ((await app.inject('/readyz')).statusCode !== 200) throw new Error('the bare server does not answer');
process.send!('ready');
process.on('disconnect', () => process.exit(0));
