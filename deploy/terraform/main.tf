# Supabase, and Cloudflare with R2 and the worker before the Node server: docs/deploying.md, "Supabase and Cloudflare". Written from
# the providers' references; not applied to an account.
terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 5.0"
    }
    supabase = {
      source  = "supabase/supabase"
      version = "~> 1.0"
    }
  }
}

# Tokens: CLOUDFLARE_API_TOKEN and SUPABASE_ACCESS_TOKEN in the environment.
provider "cloudflare" {}
provider "supabase" {}

variable "cloudflare_account" { type = string }
variable "cloudflare_zone" { type = string }
variable "supabase_organization" { type = string }
variable "supabase_region" { type = string }
variable "database_password" {
  type      = string
  sensitive = true
}

variable "node_address" {
  description = "The public address of the machine on which the Node process runs."
  type        = string
}

variable "hosts" {
  description = "The host of each site."
  type        = map(string)
  # { main = "www.example.com", developer = "developer.example.com", automotive = "auto.example.com" }
}

variable "worker" {
  description = "The worker as one file: npx wrangler deploy --dry-run --config deploy/wrangler.jsonc --outdir dist/worker"
  type        = string
  default     = "../../dist/worker/worker.js"
}

resource "supabase_project" "website" {
  organization_id   = var.supabase_organization
  name              = "website"
  region            = var.supabase_region
  database_password = var.database_password

  lifecycle {
    ignore_changes = [database_password]
  }
}

resource "supabase_settings" "website" {
  project_ref = supabase_project.website.id
  api = jsonencode({
    db_schema            = "public"
    db_extra_search_path = "public,extensions"
    max_rows             = 1000
  })
  auth = jsonencode({
    site_url            = "https://${var.hosts["main"]}"
    disable_signup      = true
    password_min_length = 12
    mailer_otp_exp      = 3600
    mailer_otp_length   = 10
  })
}

resource "cloudflare_r2_bucket" "sites" {
  account_id = var.cloudflare_account
  name       = "ostrevo"
}

resource "cloudflare_workers_script" "edge" {
  account_id         = var.cloudflare_account
  script_name        = "ostrevo-edge"
  content_file       = var.worker
  content_sha256     = filesha256(var.worker)
  main_module        = "worker.js"
  compatibility_date = "2026-07-01"
  bindings = [
    { type = "r2_bucket", name = "BUCKET", bucket_name = cloudflare_r2_bucket.sites.name },
    { type = "plain_text", name = "SITE_HOSTS", text = join(",", [for site, host in var.hosts : "${site}=${host}"]) },
  ]
}

# Requests that the worker does not answer go on to where the record leads.
resource "cloudflare_dns_record" "host" {
  for_each = var.hosts
  zone_id  = var.cloudflare_zone
  name     = each.value
  type     = "A"
  content  = var.node_address
  proxied  = true
  ttl      = 1
}

resource "cloudflare_workers_route" "host" {
  for_each = var.hosts
  zone_id  = var.cloudflare_zone
  pattern  = "${each.value}/*"
  script   = cloudflare_workers_script.edge.script_name
}

output "supabase_url" {
  value = "https://${supabase_project.website.id}.supabase.co"
}
