import { expect, it } from 'vitest';
import { adminPaths, findAdminScreen } from './admin-paths.ts';

it.each([
  [adminPaths.home, { name: 'home' }],
  ['/admin/', { name: 'home' }],
  [adminPaths.pages, { name: 'pages' }],
  [adminPaths.records('channel_partner'), { name: 'records', kind: 'channel_partner' }],
  [adminPaths.newRecord('faq'), { name: 'record', kind: 'faq', id: null }],
  [adminPaths.record('faq', 7), { name: 'record', kind: 'faq', id: 7 }],
  [adminPaths.record('site', 'main'), { name: 'record', kind: 'site', id: 'main' }],
  [
    adminPaths.recordsExport('channel_partner', 'csv'),
    { name: 'recordsExport', kind: 'channel_partner', format: 'csv' },
  ],
  [adminPaths.recordsExport('faq', 'xlsx'), { name: 'recordsExport', kind: 'faq', format: 'xlsx' }],
  [adminPaths.auditExport('xlsx'), { name: 'auditExport', format: 'xlsx' }],
  [adminPaths.auditExport('csv'), { name: 'auditExport', format: 'csv' }],
  [adminPaths.export(3, 'xlsx'), { name: 'export', formId: 3, format: 'xlsx' }],
  ['/admin/menus.json', { name: 'recordsExport', kind: 'menu', format: 'json' }],
  ['/admin/menus', { name: 'records', kind: 'menu' }],
  ['/admin/settings', { name: 'records', kind: 'site' }],
  ['/admin/media', { name: 'records', kind: 'image' }],
  ['/admin/media/7', { name: 'record', kind: 'image', id: 7 }],
  [adminPaths.forms, { name: 'forms' }],
  [adminPaths.publish(3), { name: 'publish', receiptId: 3 }],
  [adminPaths.releases, { name: 'releases' }],
  [adminPaths.release(3), { name: 'release', id: 3 }],
])('finds the screen at %s', (path, screen) => expect(findAdminScreen(path)).toEqual(screen));

it.each([
  '/administration',
  '/admin/Product',
  '/admin/faq/0',
  '/admin/faq.xml',
  '/admin/faq.csv/3',
  '/admin/.csv',
  '/admin/faq/7/more',
  '/admin/pages/3',
  '/admin/releases/x',
  '/admin/releases/3/4',
  '/admin/../x',
  '/admin/forms/x',
  '/admin/forms/3/submissions.xml',
  '/admin/audit.xml',
])('finds none at %s', (path) => expect(findAdminScreen(path)).toBeNull());
