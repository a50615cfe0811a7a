import { answer } from '@vimarsh/shared/contract/answer.ts';
import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import * as z from 'zod/mini';

export type JsonSchema = Record<string, unknown>;

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
  description?: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  'x-access': Route['access'];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, { description: string; content?: { 'application/json': { schema: JsonSchema } } }>;
}

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

const toJson = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  return rest;
};

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] };
  const fields = (schema as z.ZodMiniObject).shape ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const ceiling = fields[name] ? ceilingOf(fields[name] as z.ZodMiniType) : null;
    const description = ceiling === null ? {} : { description: `At most ${ceiling}: a larger number counts as ${ceiling}.` };
    return { name, in: place, required: place === 'path' || required.includes(name), schema: property, ...description };
  });
}

/** The largest number that `count` reads. */
const LARGEST = 999_999;

/** Ceiling to which a number is cut, which its JSON schema can't say; null for all else. */
function ceilingOf(field: z.ZodMiniType): number | null {
  const { data } = z.safeParse(field, String(LARGEST));
  return typeof data === 'number' && data < LARGEST ? data : null;
}

function operation(route: Route): Operation {
  const content = (schema: JsonSchema) => ({ 'application/json': { schema } });
  const failure = { $ref: '#/components/schemas/Failure' };
  const refusals: [string, string][] = [
    ['400', 'The input broke the schema; `problems` names the fields.'],
    ...(route.bearer === 'any' ? [] : ([['401', ERRORS.SESSION_ENDED.engineer]] as [string, string][])),
    ['429', ERRORS.RATE.engineer],
  ];
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    tags: [route.path.split('/').slice(1, 3).join('/')],
    summary: route.summary,
    'x-access': route.access,
    security: route.access === 'open' || route.access === 'demo' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && { requestBody: { required: true as const, content: content(toJson(route.body, 'input')) } }),
    responses: {
      '200': {
        description: 'The answer. `status` false is a business failure; `validation` says why.',
        content: content(toJson(answer(route.data), 'output')),
      },
      ...Object.fromEntries(refusals.map(([status, description]) => [status, { description, content: content(failure) }])),
    },
  };
}

/** OpenAPI 3.1 of the registered contracts. `x-access` tells who may call a route. `pause` is awaited after each route: all of them take up to half a second. */
export async function openApi(routes: readonly Route[], pause: () => Promise<void>): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    await pause();
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const tags = [...new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags)))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vimarsh API',
      version: '1',
      description: 'Every answer is one envelope: status, validation, redirect, data. Times are UTC, prices ₹. Send the access token as a bearer.',
    },
    tags,
    paths,
    components: {
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            status: { const: false },
            validation: { type: 'string', description: 'The sentence for the user.' },
            redirect: { type: 'string', description: 'Not empty: the session ended; go there.' },
            data: { type: 'null' },
            code: { enum: Object.keys(ERRORS) },
            problems: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } },
            retry_after: { type: 'number', description: 'Seconds.' },
            request_id: { type: 'string' },
          },
          required: ['status', 'validation', 'redirect', 'data', 'code', 'request_id'],
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
