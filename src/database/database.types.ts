// Written by: npm run db -- types. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      applications: {
        Row: {
          created_at: string;
          id: number;
          image_id: number | null;
          localized: NonNullable<Json>;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          localized: NonNullable<Json>;
          sites?: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          localized?: NonNullable<Json>;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'applications_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      article_documents: {
        Row: {
          article_id: number;
          created_at: string;
          document_id: number;
          position: number;
        };
        ComputedFields: never;
        Insert: {
          article_id: number;
          created_at?: string;
          document_id: number;
          position?: number;
        };
        Update: {
          article_id?: number;
          created_at?: string;
          document_id?: number;
          position?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'article_documents_article_id_fkey';
            columns: ['article_id'];
            isOneToOne: false;
            referencedRelation: 'articles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'article_documents_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      articles: {
        Row: {
          career_type: Database['public']['Enums']['career_type'] | null;
          created_at: string;
          id: number;
          image_id: number | null;
          is_published: boolean;
          localized: NonNullable<Json>;
          newsroom_category: Database['public']['Enums']['newsroom_category'];
          newsroom_type: Database['public']['Enums']['newsroom_type'] | null;
          publish_from: string;
          publish_until: string | null;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          career_type?: Database['public']['Enums']['career_type'] | null;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          is_published?: boolean;
          localized: NonNullable<Json>;
          newsroom_category: Database['public']['Enums']['newsroom_category'];
          newsroom_type?: Database['public']['Enums']['newsroom_type'] | null;
          publish_from: string;
          publish_until?: string | null;
          sites: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          career_type?: Database['public']['Enums']['career_type'] | null;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          is_published?: boolean;
          localized?: NonNullable<Json>;
          newsroom_category?: Database['public']['Enums']['newsroom_category'];
          newsroom_type?: Database['public']['Enums']['newsroom_type'] | null;
          publish_from?: string;
          publish_until?: string | null;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'articles_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      authors: {
        Row: {
          created_at: string;
          id: number;
          image_id: number | null;
          localized: NonNullable<Json>;
          name: string;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          localized?: NonNullable<Json>;
          name: string;
          sites?: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          localized?: NonNullable<Json>;
          name?: string;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'authors_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      cache_purge_pace: {
        Row: {
          calls: number;
          service: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          calls: number;
          service: string;
          updated_at?: string;
        };
        Update: {
          calls?: number;
          service?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      cache_purge_paths: {
        Row: {
          content_hash: string | null;
          path: string;
          purge_id: number;
          seen_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          content_hash?: string | null;
          path: string;
          purge_id: number;
          seen_at?: string | null;
        };
        Update: {
          content_hash?: string | null;
          path?: string;
          purge_id?: number;
          seen_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'cache_purge_paths_purge_id_fkey';
            columns: ['purge_id'];
            isOneToOne: false;
            referencedRelation: 'cache_purges';
            referencedColumns: ['id'];
          },
        ];
      };
      cache_purges: {
        Row: {
          attempts: number;
          failure: string | null;
          id: number;
          is_again: boolean;
          is_whole: boolean;
          lease_owner: string | null;
          lease_until: string | null;
          next_at: string;
          purged_at: string | null;
          queued_at: string;
          requests: string[];
          seen_at: string | null;
          site_id: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          failure?: string | null;
          id?: number;
          is_again?: boolean;
          is_whole?: boolean;
          lease_owner?: string | null;
          lease_until?: string | null;
          next_at?: string;
          purged_at?: string | null;
          queued_at?: string;
          requests?: string[];
          seen_at?: string | null;
          site_id: string;
        };
        Update: {
          attempts?: number;
          failure?: string | null;
          id?: number;
          is_again?: boolean;
          is_whole?: boolean;
          lease_owner?: string | null;
          lease_until?: string | null;
          next_at?: string;
          purged_at?: string | null;
          queued_at?: string;
          requests?: string[];
          seen_at?: string | null;
          site_id?: string;
        };
        Relationships: [];
      };
      categories: {
        Row: {
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          parent_id: number | null;
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          parent_id?: number | null;
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          parent_id?: number | null;
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'categories_parent_id_fkey';
            columns: ['parent_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
        ];
      };
      category_properties: {
        Row: {
          category_id: number;
          created_at: string;
          position: number;
          property_id: number;
          role: string;
        };
        ComputedFields: never;
        Insert: {
          category_id: number;
          created_at?: string;
          position?: number;
          property_id: number;
          role: string;
        };
        Update: {
          category_id?: number;
          created_at?: string;
          position?: number;
          property_id?: number;
          role?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'category_properties_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'category_properties_property_id_fkey';
            columns: ['property_id'];
            isOneToOne: false;
            referencedRelation: 'properties';
            referencedColumns: ['id'];
          },
        ];
      };
      change_log: {
        Row: {
          edits: number[];
          message_ids: number[];
          queued_at: string;
          rows: NonNullable<Json>;
          seq: number;
          tags: string[];
          taken_in_at: string;
        };
        ComputedFields: never;
        Insert: {
          edits?: number[];
          message_ids: number[];
          queued_at: string;
          rows?: NonNullable<Json>;
          seq?: number;
          tags: string[];
          taken_in_at?: string;
        };
        Update: {
          edits?: number[];
          message_ids?: number[];
          queued_at?: string;
          rows?: NonNullable<Json>;
          seq?: number;
          tags?: string[];
          taken_in_at?: string;
        };
        Relationships: [];
      };
      channel_partners: {
        Row: {
          address_lines: string[];
          countries: string[];
          created_at: string;
          email: string | null;
          id: number;
          latitude: number | null;
          localized: NonNullable<Json>;
          longitude: number | null;
          name: string;
          phone: string | null;
          region: string | null;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address_lines?: string[];
          countries?: string[];
          created_at?: string;
          email?: string | null;
          id?: number;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name: string;
          phone?: string | null;
          region?: string | null;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          address_lines?: string[];
          countries?: string[];
          created_at?: string;
          email?: string | null;
          id?: number;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name?: string;
          phone?: string | null;
          region?: string | null;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      content_edits: {
        Row: {
          actor: string | null;
          further_records: number;
          id: number;
          made_at: string;
          request: string | null;
          role_name: string;
          source: string;
          takes_back: number | null;
        };
        ComputedFields: never;
        Insert: {
          actor?: string | null;
          further_records?: number;
          id?: number;
          made_at?: string;
          request?: string | null;
          role_name: string;
          source: string;
          takes_back?: number | null;
        };
        Update: {
          actor?: string | null;
          further_records?: number;
          id?: number;
          made_at?: string;
          request?: string | null;
          role_name?: string;
          source?: string;
          takes_back?: number | null;
        };
        Relationships: [];
      };
      cvs: {
        Row: {
          contact_url: string | null;
          created_at: string;
          id: number;
          image_id: number | null;
          linkedin_url: string | null;
          localized: NonNullable<Json>;
          name: string;
          organisation_level: string | null;
          position_order: number;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          contact_url?: string | null;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          linkedin_url?: string | null;
          localized: NonNullable<Json>;
          name: string;
          organisation_level?: string | null;
          position_order?: number;
          updated_at?: string;
          version?: number;
        };
        Update: {
          contact_url?: string | null;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          linkedin_url?: string | null;
          localized?: NonNullable<Json>;
          name?: string;
          organisation_level?: string | null;
          position_order?: number;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'cvs_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      discarded_drafts: {
        Row: {
          base_version: number | null;
          data: NonNullable<Json>;
          discarded_at: string;
          discarded_by: string | null;
          file: Json | null;
          id: number;
          kind: string;
          parent_id: number | null;
          record_id: string;
          release_name: string | null;
          rows: Json | null;
          saved_at: string;
          saved_by: string | null;
          why: string;
        };
        ComputedFields: never;
        Insert: {
          base_version?: number | null;
          data: NonNullable<Json>;
          discarded_at?: string;
          discarded_by?: string | null;
          file?: Json | null;
          id?: never;
          kind: string;
          parent_id?: number | null;
          record_id: string;
          release_name?: string | null;
          rows?: Json | null;
          saved_at: string;
          saved_by?: string | null;
          why: string;
        };
        Update: {
          base_version?: number | null;
          data?: NonNullable<Json>;
          discarded_at?: string;
          discarded_by?: string | null;
          file?: Json | null;
          id?: never;
          kind?: string;
          parent_id?: number | null;
          record_id?: string;
          release_name?: string | null;
          rows?: Json | null;
          saved_at?: string;
          saved_by?: string | null;
          why?: string;
        };
        Relationships: [];
      };
      documents: {
        Row: {
          content_date: string;
          content_type: string | null;
          created_at: string;
          document_type: string;
          filename: string | null;
          hash: string | null;
          id: number;
          language: Database['public']['Enums']['locale'];
          localized: NonNullable<Json>;
          name: string;
          search_text: string;
          size: number | null;
          storage_path: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content_date: string;
          content_type?: string | null;
          created_at?: string;
          document_type: string;
          filename?: string | null;
          hash?: string | null;
          id?: number;
          language: Database['public']['Enums']['locale'];
          localized: NonNullable<Json>;
          name: string;
          search_text?: never;
          size?: number | null;
          storage_path?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content_date?: string;
          content_type?: string | null;
          created_at?: string;
          document_type?: string;
          filename?: string | null;
          hash?: string | null;
          id?: number;
          language?: Database['public']['Enums']['locale'];
          localized?: NonNullable<Json>;
          name?: string;
          search_text?: never;
          size?: number | null;
          storage_path?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      draft_saves: {
        Row: {
          action: string;
          content: NonNullable<Json>;
          id: number;
          locale: Database['public']['Enums']['locale'] | null;
          module_id: number | null;
          page_id: number;
          saved_at: string;
          saved_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          content: NonNullable<Json>;
          id?: number;
          locale?: Database['public']['Enums']['locale'] | null;
          module_id?: number | null;
          page_id: number;
          saved_at?: string;
          saved_by?: string | null;
          version: number;
        };
        Update: {
          action?: string;
          content?: NonNullable<Json>;
          id?: number;
          locale?: Database['public']['Enums']['locale'] | null;
          module_id?: number | null;
          page_id?: number;
          saved_at?: string;
          saved_by?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      edited_records: {
        Row: {
          after: Json | null;
          before: Json | null;
          edit_id: number;
          id: number;
          omitted: string[];
          operation: string;
          ref: string | null;
          table_name: string;
        };
        ComputedFields: never;
        Insert: {
          after?: Json | null;
          before?: Json | null;
          edit_id: number;
          id?: number;
          omitted?: string[];
          operation: string;
          ref?: string | null;
          table_name: string;
        };
        Update: {
          after?: Json | null;
          before?: Json | null;
          edit_id?: number;
          id?: number;
          omitted?: string[];
          operation?: string;
          ref?: string | null;
          table_name?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'edited_records_edit_id_fkey';
            columns: ['edit_id'];
            isOneToOne: false;
            referencedRelation: 'content_edits';
            referencedColumns: ['id'];
          },
        ];
      };
      employee_stories: {
        Row: {
          category_id: number;
          created_at: string;
          id: number;
          image_id: number;
          is_published: boolean;
          localized: NonNullable<Json>;
          publish_from: string;
          publish_until: string | null;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
          video_url: string | null;
        };
        ComputedFields: never;
        Insert: {
          category_id: number;
          created_at?: string;
          id?: number;
          image_id: number;
          is_published?: boolean;
          localized: NonNullable<Json>;
          publish_from: string;
          publish_until?: string | null;
          sites: string[];
          slug: string;
          updated_at?: string;
          version?: number;
          video_url?: string | null;
        };
        Update: {
          category_id?: number;
          created_at?: string;
          id?: number;
          image_id?: number;
          is_published?: boolean;
          localized?: NonNullable<Json>;
          publish_from?: string;
          publish_until?: string | null;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
          video_url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'employee_stories_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'story_categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'employee_stories_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      employee_story_groups: {
        Row: {
          created_at: string;
          employee_story_id: number;
          position: number;
          story_group_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          employee_story_id: number;
          position?: number;
          story_group_id: number;
        };
        Update: {
          created_at?: string;
          employee_story_id?: number;
          position?: number;
          story_group_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'employee_story_groups_employee_story_id_fkey';
            columns: ['employee_story_id'];
            isOneToOne: false;
            referencedRelation: 'employee_stories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'employee_story_groups_story_group_id_fkey';
            columns: ['story_group_id'];
            isOneToOne: false;
            referencedRelation: 'story_groups';
            referencedColumns: ['id'];
          },
        ];
      };
      events: {
        Row: {
          category: Database['public']['Enums']['newsroom_category'];
          country: string | null;
          created_at: string;
          ends_at: string;
          id: number;
          image_id: number | null;
          is_online: boolean;
          is_published: boolean;
          localized: NonNullable<Json>;
          publish_from: string | null;
          publish_until: string | null;
          sites: string[];
          slug: string;
          starts_at: string;
          time_zone: string;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          category: Database['public']['Enums']['newsroom_category'];
          country?: string | null;
          created_at?: string;
          ends_at: string;
          id?: number;
          image_id?: number | null;
          is_online?: boolean;
          is_published?: boolean;
          localized: NonNullable<Json>;
          publish_from?: string | null;
          publish_until?: string | null;
          sites: string[];
          slug: string;
          starts_at: string;
          time_zone: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          category?: Database['public']['Enums']['newsroom_category'];
          country?: string | null;
          created_at?: string;
          ends_at?: string;
          id?: number;
          image_id?: number | null;
          is_online?: boolean;
          is_published?: boolean;
          localized?: NonNullable<Json>;
          publish_from?: string | null;
          publish_until?: string | null;
          sites?: string[];
          slug?: string;
          starts_at?: string;
          time_zone?: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'events_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      faq_products: {
        Row: {
          created_at: string;
          faq_id: number;
          position: number;
          product_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          faq_id: number;
          position?: number;
          product_id: number;
        };
        Update: {
          created_at?: string;
          faq_id?: number;
          position?: number;
          product_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'faq_products_faq_id_fkey';
            columns: ['faq_id'];
            isOneToOne: false;
            referencedRelation: 'faqs';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'faq_products_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      faqs: {
        Row: {
          category: string;
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          position: number;
          sites: string[];
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          category: string;
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          position?: number;
          sites: string[];
          updated_at?: string;
          version?: number;
        };
        Update: {
          category?: string;
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          position?: number;
          sites?: string[];
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      file_removals: {
        Row: {
          path: string;
          site_id: string;
          until: string;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          path: string;
          site_id: string;
          until: string;
          worker: string;
        };
        Update: {
          path?: string;
          site_id?: string;
          until?: string;
          worker?: string;
        };
        Relationships: [];
      };
      filed_media: {
        Row: {
          folder_id: number;
          kind: string;
          record_id: number;
        };
        ComputedFields: never;
        Insert: {
          folder_id: number;
          kind: string;
          record_id: number;
        };
        Update: {
          folder_id?: number;
          kind?: string;
          record_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'filed_media_folder_id_fkey';
            columns: ['folder_id'];
            isOneToOne: false;
            referencedRelation: 'media_folders';
            referencedColumns: ['id'];
          },
        ];
      };
      files: {
        Row: {
          content_type: string;
          created_at: string;
          filename: string;
          hash: string;
          id: number;
          localized: NonNullable<Json>;
          search_text: string;
          size: number;
          storage_path: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content_type: string;
          created_at?: string;
          filename: string;
          hash: string;
          id?: number;
          localized?: NonNullable<Json>;
          search_text?: never;
          size: number;
          storage_path: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content_type?: string;
          created_at?: string;
          filename?: string;
          hash?: string;
          id?: number;
          localized?: NonNullable<Json>;
          search_text?: never;
          size?: number;
          storage_path?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      form_deletions: {
        Row: {
          deleted_at: string;
          deleted_by: string | null;
          form_id: number | null;
          form_title: string;
          id: number;
          reason: string;
          submissions: number;
        };
        ComputedFields: never;
        Insert: {
          deleted_at?: string;
          deleted_by?: string | null;
          form_id?: number | null;
          form_title: string;
          id?: number;
          reason: string;
          submissions: number;
        };
        Update: {
          deleted_at?: string;
          deleted_by?: string | null;
          form_id?: number | null;
          form_title?: string;
          id?: number;
          reason?: string;
          submissions?: number;
        };
        Relationships: [];
      };
      form_deliveries: {
        Row: {
          address: string;
          attempts: number;
          channel: Database['public']['Enums']['form_channel'];
          created_at: string;
          delivered_at: string | null;
          id: number;
          last_error: string | null;
          next_attempt_at: string;
          recipient_id: number | null;
          state: Database['public']['Enums']['delivery_state'];
          submission_id: number;
        };
        ComputedFields: never;
        Insert: {
          address: string;
          attempts?: number;
          channel: Database['public']['Enums']['form_channel'];
          created_at?: string;
          delivered_at?: string | null;
          id?: number;
          last_error?: string | null;
          next_attempt_at?: string;
          recipient_id?: number | null;
          state?: Database['public']['Enums']['delivery_state'];
          submission_id: number;
        };
        Update: {
          address?: string;
          attempts?: number;
          channel?: Database['public']['Enums']['form_channel'];
          created_at?: string;
          delivered_at?: string | null;
          id?: number;
          last_error?: string | null;
          next_attempt_at?: string;
          recipient_id?: number | null;
          state?: Database['public']['Enums']['delivery_state'];
          submission_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'form_deliveries_recipient_id_fkey';
            columns: ['recipient_id'];
            isOneToOne: false;
            referencedRelation: 'form_recipients';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'form_deliveries_submission_id_fkey';
            columns: ['submission_id'];
            isOneToOne: false;
            referencedRelation: 'form_submissions';
            referencedColumns: ['id'];
          },
        ];
      };
      form_recipients: {
        Row: {
          address: string;
          channel: Database['public']['Enums']['form_channel'];
          created_at: string;
          form_id: number;
          id: number;
          secret: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address: string;
          channel: Database['public']['Enums']['form_channel'];
          created_at?: string;
          form_id: number;
          id?: number;
          secret?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          address?: string;
          channel?: Database['public']['Enums']['form_channel'];
          created_at?: string;
          form_id?: number;
          id?: number;
          secret?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'form_recipients_form_id_fkey';
            columns: ['form_id'];
            isOneToOne: false;
            referencedRelation: 'forms';
            referencedColumns: ['id'];
          },
        ];
      };
      form_submissions: {
        Row: {
          content: NonNullable<Json>;
          delete_after: string;
          emails: string[];
          form_id: number | null;
          form_title: string;
          form_version: number | null;
          id: number;
          idempotency_key: string | null;
          locale: Database['public']['Enums']['locale'];
          notes: string;
          page_path: string | null;
          read_at: string | null;
          site_id: string | null;
          submitted_at: string;
          words: string;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          delete_after: string;
          emails?: never;
          form_id?: number | null;
          form_title: string;
          form_version?: number | null;
          id?: number;
          idempotency_key?: string | null;
          locale: Database['public']['Enums']['locale'];
          notes?: string;
          page_path?: string | null;
          read_at?: string | null;
          site_id?: string | null;
          submitted_at?: string;
          words?: never;
        };
        Update: {
          content?: NonNullable<Json>;
          delete_after?: string;
          emails?: never;
          form_id?: number | null;
          form_title?: string;
          form_version?: number | null;
          id?: number;
          idempotency_key?: string | null;
          locale?: Database['public']['Enums']['locale'];
          notes?: string;
          page_path?: string | null;
          read_at?: string | null;
          site_id?: string | null;
          submitted_at?: string;
          words?: never;
        };
        Relationships: [
          {
            foreignKeyName: 'form_submissions_form_fkey';
            columns: ['form_id', 'form_version'];
            isOneToOne: false;
            referencedRelation: 'form_versions';
            referencedColumns: ['form_id', 'version'];
          },
          {
            foreignKeyName: 'form_submissions_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      form_versions: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          created_by: string | null;
          form_id: number;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          created_at?: string;
          created_by?: string | null;
          form_id: number;
          version: number;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          created_by?: string | null;
          form_id?: number;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'form_versions_form_id_fkey';
            columns: ['form_id'];
            isOneToOne: false;
            referencedRelation: 'forms';
            referencedColumns: ['id'];
          },
        ];
      };
      forms: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          retention_days: number;
          success_url: string | null;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content?: NonNullable<Json>;
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          retention_days?: number;
          success_url?: string | null;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          retention_days?: number;
          success_url?: string | null;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      images: {
        Row: {
          avif_hash: string | null;
          bytes: number;
          content_type: string;
          created_at: string;
          display: string;
          filename: string;
          focus_x: number | null;
          focus_y: number | null;
          hash: string;
          height: number;
          id: number;
          is_decorative: boolean;
          localized: NonNullable<Json>;
          search_text: string;
          storage_path: string;
          updated_at: string;
          version: number;
          width: number;
          widths: number[];
        };
        ComputedFields: never;
        Insert: {
          avif_hash?: string | null;
          bytes: number;
          content_type: string;
          created_at?: string;
          display?: string;
          filename: string;
          focus_x?: number | null;
          focus_y?: number | null;
          hash: string;
          height: number;
          id?: number;
          is_decorative?: boolean;
          localized?: NonNullable<Json>;
          search_text?: never;
          storage_path: string;
          updated_at?: string;
          version?: number;
          width: number;
          widths?: number[];
        };
        Update: {
          avif_hash?: string | null;
          bytes?: number;
          content_type?: string;
          created_at?: string;
          display?: string;
          filename?: string;
          focus_x?: number | null;
          focus_y?: number | null;
          hash?: string;
          height?: number;
          id?: number;
          is_decorative?: boolean;
          localized?: NonNullable<Json>;
          search_text?: never;
          storage_path?: string;
          updated_at?: string;
          version?: number;
          width?: number;
          widths?: number[];
        };
        Relationships: [];
      };
      inventory_items: {
        Row: {
          as_of: string;
          channel_partner_id: number;
          created_at: string;
          id: number;
          product_id: number;
          quantity: number;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          as_of: string;
          channel_partner_id: number;
          created_at?: string;
          id?: number;
          product_id: number;
          quantity: number;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          as_of?: string;
          channel_partner_id?: number;
          created_at?: string;
          id?: number;
          product_id?: number;
          quantity?: number;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'inventory_items_channel_partner_id_fkey';
            columns: ['channel_partner_id'];
            isOneToOne: false;
            referencedRelation: 'channel_partners';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'inventory_items_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      investor_publications: {
        Row: {
          category: string;
          created_at: string;
          document_id: number | null;
          id: number;
          key: string;
          localized: NonNullable<Json>;
          published_at: string;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          category: string;
          created_at?: string;
          document_id?: number | null;
          id?: number;
          key: string;
          localized: NonNullable<Json>;
          published_at: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          category?: string;
          created_at?: string;
          document_id?: number | null;
          id?: number;
          key?: string;
          localized?: NonNullable<Json>;
          published_at?: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'investor_publications_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      jobs: {
        Row: {
          city: string;
          country: string;
          created_at: string;
          direct_link: string | null;
          field: string | null;
          id: number;
          is_published: boolean;
          is_remote: boolean;
          localized: NonNullable<Json>;
          location_id: number;
          pensum_max: number | null;
          pensum_min: number | null;
          publish_from: string;
          publish_until: string | null;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          city: string;
          country: string;
          created_at?: string;
          direct_link?: string | null;
          field?: string | null;
          id?: number;
          is_published?: boolean;
          is_remote?: boolean;
          localized: NonNullable<Json>;
          location_id: number;
          pensum_max?: number | null;
          pensum_min?: number | null;
          publish_from: string;
          publish_until?: string | null;
          sites?: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          city?: string;
          country?: string;
          created_at?: string;
          direct_link?: string | null;
          field?: string | null;
          id?: number;
          is_published?: boolean;
          is_remote?: boolean;
          localized?: NonNullable<Json>;
          location_id?: number;
          pensum_max?: number | null;
          pensum_min?: number | null;
          publish_from?: string;
          publish_until?: string | null;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'jobs_location_id_fkey';
            columns: ['location_id'];
            isOneToOne: false;
            referencedRelation: 'locations';
            referencedColumns: ['id'];
          },
        ];
      };
      links: {
        Row: {
          anchor_id: string | null;
          created_at: string;
          document_id: number | null;
          id: number;
          link_type: Database['public']['Enums']['link_type'];
          page_id: number | null;
          row_id: number | null;
          row_kind: string | null;
          search_text: string;
          target: Database['public']['Enums']['link_target'] | null;
          text: string;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          anchor_id?: string | null;
          created_at?: string;
          document_id?: number | null;
          id?: number;
          link_type: Database['public']['Enums']['link_type'];
          page_id?: number | null;
          row_id?: number | null;
          row_kind?: string | null;
          search_text?: never;
          target?: Database['public']['Enums']['link_target'] | null;
          text: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          anchor_id?: string | null;
          created_at?: string;
          document_id?: number | null;
          id?: number;
          link_type?: Database['public']['Enums']['link_type'];
          page_id?: number | null;
          row_id?: number | null;
          row_kind?: string | null;
          search_text?: never;
          target?: Database['public']['Enums']['link_target'] | null;
          text?: string;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'links_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'links_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      list_views: {
        Row: {
          created_at: string;
          id: number;
          is_shared: boolean;
          kind: string;
          name: string;
          owner_id: string;
          query: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          is_shared?: boolean;
          kind: string;
          name: string;
          owner_id: string;
          query: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          is_shared?: boolean;
          kind?: string;
          name?: string;
          owner_id?: string;
          query?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'list_views_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'staff';
            referencedColumns: ['user_id'];
          },
        ];
      };
      locations: {
        Row: {
          address_lines: string[];
          country: string | null;
          created_at: string;
          email: string | null;
          id: number;
          image_id: number | null;
          latitude: number | null;
          localized: NonNullable<Json>;
          longitude: number | null;
          name: string;
          name_verbose: string;
          phone: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address_lines: string[];
          country?: string | null;
          created_at?: string;
          email?: string | null;
          id?: number;
          image_id?: number | null;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name: string;
          name_verbose: string;
          phone?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          address_lines?: string[];
          country?: string | null;
          created_at?: string;
          email?: string | null;
          id?: number;
          image_id?: number | null;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name?: string;
          name_verbose?: string;
          phone?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'locations_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      lost_leases: {
        Row: {
          lost_at: string;
          number: number;
          site_id: string;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          lost_at?: string;
          number: number;
          site_id: string;
          worker: string;
        };
        Update: {
          lost_at?: string;
          number?: number;
          site_id?: string;
          worker?: string;
        };
        Relationships: [];
      };
      media_folders: {
        Row: {
          created_at: string;
          id: number;
          name: string;
          parent_id: number | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          name: string;
          parent_id?: number | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          name?: string;
          parent_id?: number | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'media_folders_parent_id_fkey';
            columns: ['parent_id'];
            isOneToOne: false;
            referencedRelation: 'media_folders';
            referencedColumns: ['id'];
          },
        ];
      };
      media_tags: {
        Row: {
          created_at: string;
          id: number;
          name: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          name: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          name?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      menus: {
        Row: {
          created_at: string;
          id: number;
          items: NonNullable<Json>;
          name: string;
          site_id: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          items?: NonNullable<Json>;
          name: string;
          site_id: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          items?: NonNullable<Json>;
          name?: string;
          site_id?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'menus_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      module_locales: {
        Row: {
          created_at: string;
          data: NonNullable<Json>;
          data_version: number;
          locale: Database['public']['Enums']['locale'];
          module_id: number;
          updated_at: string;
          updated_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          data: NonNullable<Json>;
          data_version?: number;
          locale: Database['public']['Enums']['locale'];
          module_id: number;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Update: {
          created_at?: string;
          data?: NonNullable<Json>;
          data_version?: number;
          locale?: Database['public']['Enums']['locale'];
          module_id?: number;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'module_locales_module_id_fkey';
            columns: ['module_id'];
            isOneToOne: false;
            referencedRelation: 'modules';
            referencedColumns: ['id'];
          },
        ];
      };
      modules: {
        Row: {
          created_at: string;
          id: number;
          page_id: number;
          parent_id: number | null;
          position: number;
          slot: string | null;
          type: Database['public']['Enums']['module_type'];
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          page_id: number;
          parent_id?: number | null;
          position: number;
          slot?: string | null;
          type: Database['public']['Enums']['module_type'];
        };
        Update: {
          created_at?: string;
          id?: number;
          page_id?: number;
          parent_id?: number | null;
          position?: number;
          slot?: string | null;
          type?: Database['public']['Enums']['module_type'];
        };
        Relationships: [
          {
            foreignKeyName: 'modules_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'modules_parent_id_fkey';
            columns: ['parent_id'];
            isOneToOne: false;
            referencedRelation: 'modules';
            referencedColumns: ['id'];
          },
        ];
      };
      output_history: {
        Row: {
          content_hash: string | null;
          id: number;
          path: string;
          since: string;
          site_id: string;
        };
        ComputedFields: never;
        Insert: {
          content_hash?: string | null;
          id?: number;
          path: string;
          since?: string;
          site_id: string;
        };
        Update: {
          content_hash?: string | null;
          id?: number;
          path?: string;
          since?: string;
          site_id?: string;
        };
        Relationships: [];
      };
      output_tags: {
        Row: {
          output_id: number;
          tags: string[];
        };
        ComputedFields: never;
        Insert: {
          output_id: number;
          tags: string[];
        };
        Update: {
          output_id?: number;
          tags?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'output_tags_output_id_fkey';
            columns: ['output_id'];
            isOneToOne: true;
            referencedRelation: 'site_outputs';
            referencedColumns: ['id'];
          },
        ];
      };
      page_locales: {
        Row: {
          created_at: string;
          description: string;
          locale: Database['public']['Enums']['locale'];
          nav_title: string;
          page_id: number;
          path: string;
          search_text: string;
          seo: NonNullable<Json>;
          site_id: string;
          slug: string | null;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string;
          locale: Database['public']['Enums']['locale'];
          nav_title?: string;
          page_id: number;
          path: string;
          search_text?: never;
          seo?: NonNullable<Json>;
          site_id: string;
          slug?: never;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          description?: string;
          locale?: Database['public']['Enums']['locale'];
          nav_title?: string;
          page_id?: number;
          path?: string;
          search_text?: never;
          seo?: NonNullable<Json>;
          site_id?: string;
          slug?: never;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'page_locales_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_locales_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      page_revision_locales: {
        Row: {
          description: string;
          locale: Database['public']['Enums']['locale'];
          modules: NonNullable<Json>;
          nav_title: string;
          path: string;
          revision_id: number;
          seo: NonNullable<Json>;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          description: string;
          locale: Database['public']['Enums']['locale'];
          modules: NonNullable<Json>;
          nav_title: string;
          path: string;
          revision_id: number;
          seo: NonNullable<Json>;
          title: string;
        };
        Update: {
          description?: string;
          locale?: Database['public']['Enums']['locale'];
          modules?: NonNullable<Json>;
          nav_title?: string;
          path?: string;
          revision_id?: number;
          seo?: NonNullable<Json>;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_revision_locales_revision_id_fkey';
            columns: ['revision_id'];
            isOneToOne: false;
            referencedRelation: 'page_revisions';
            referencedColumns: ['id'];
          },
        ];
      };
      page_revisions: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: number;
          number: number;
          page_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: number;
          number: number;
          page_id: number;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: number;
          number?: number;
          page_id?: number;
        };
        Relationships: [];
      };
      pages: {
        Row: {
          created_at: string;
          id: number;
          is_editable: boolean;
          parent_id: number | null;
          published_revision_id: number | null;
          route: string | null;
          site_id: string;
          structure_version: number;
          template: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          is_editable?: boolean;
          parent_id?: number | null;
          published_revision_id?: number | null;
          route?: string | null;
          site_id: string;
          structure_version?: number;
          template?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          is_editable?: boolean;
          parent_id?: number | null;
          published_revision_id?: number | null;
          route?: string | null;
          site_id?: string;
          structure_version?: number;
          template?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'pages_parent_id_fkey';
            columns: ['parent_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_published_revision_id_fkey';
            columns: ['published_revision_id'];
            isOneToOne: false;
            referencedRelation: 'page_revisions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      post_tags: {
        Row: {
          created_at: string;
          position: number;
          post_id: number;
          tag_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          position?: number;
          post_id: number;
          tag_id: number;
        };
        Update: {
          created_at?: string;
          position?: number;
          post_id?: number;
          tag_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'post_tags_post_id_fkey';
            columns: ['post_id'];
            isOneToOne: false;
            referencedRelation: 'posts';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'post_tags_tag_id_fkey';
            columns: ['tag_id'];
            isOneToOne: false;
            referencedRelation: 'tags';
            referencedColumns: ['id'];
          },
        ];
      };
      posts: {
        Row: {
          author_id: number;
          created_at: string;
          id: number;
          image_id: number | null;
          is_published: boolean;
          localized: NonNullable<Json>;
          publish_from: string;
          publish_until: string | null;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          author_id: number;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          is_published?: boolean;
          localized: NonNullable<Json>;
          publish_from: string;
          publish_until?: string | null;
          sites: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          author_id?: number;
          created_at?: string;
          id?: number;
          image_id?: number | null;
          is_published?: boolean;
          localized?: NonNullable<Json>;
          publish_from?: string;
          publish_until?: string | null;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'posts_author_id_fkey';
            columns: ['author_id'];
            isOneToOne: false;
            referencedRelation: 'authors';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'posts_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      probe_looks: {
        Row: {
          path: string;
          probe: string;
          purge_id: number;
          seen_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          path: string;
          probe: string;
          purge_id: number;
          seen_at?: string | null;
        };
        Update: {
          path?: string;
          probe?: string;
          purge_id?: number;
          seen_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'probe_looks_probe_fkey';
            columns: ['probe'];
            isOneToOne: false;
            referencedRelation: 'probes';
            referencedColumns: ['name'];
          },
          {
            foreignKeyName: 'probe_looks_purge_id_path_fkey';
            columns: ['purge_id', 'path'];
            isOneToOne: false;
            referencedRelation: 'cache_purge_paths';
            referencedColumns: ['purge_id', 'path'];
          },
        ];
      };
      probes: {
        Row: {
          failure: string | null;
          heard_at: string;
          name: string;
          stamp: number;
        };
        ComputedFields: never;
        Insert: {
          failure?: string | null;
          heard_at?: string;
          name: string;
          stamp: number;
        };
        Update: {
          failure?: string | null;
          heard_at?: string;
          name?: string;
          stamp?: number;
        };
        Relationships: [];
      };
      product_applications: {
        Row: {
          application_id: number;
          created_at: string;
          position: number;
          product_id: number;
        };
        ComputedFields: never;
        Insert: {
          application_id: number;
          created_at?: string;
          position?: number;
          product_id: number;
        };
        Update: {
          application_id?: number;
          created_at?: string;
          position?: number;
          product_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_applications_application_id_fkey';
            columns: ['application_id'];
            isOneToOne: false;
            referencedRelation: 'applications';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_applications_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_documents: {
        Row: {
          created_at: string;
          document_id: number;
          position: number;
          product_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          document_id: number;
          position?: number;
          product_id: number;
        };
        Update: {
          created_at?: string;
          document_id?: number;
          position?: number;
          product_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_documents_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_documents_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_images: {
        Row: {
          created_at: string;
          id: number;
          image_id: number | null;
          position: number;
          product_id: number;
          video_url: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          position?: number;
          product_id: number;
          video_url?: string | null;
        };
        Update: {
          created_at?: string;
          id?: number;
          image_id?: number | null;
          position?: number;
          product_id?: number;
          video_url?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'product_images_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_images_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      product_property_values: {
        Row: {
          created_at: string;
          localized: Json | null;
          product_id: number;
          property_id: number;
          updated_at: string;
          value_max: number | null;
          value_number: number | null;
          value_text: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          localized?: Json | null;
          product_id: number;
          property_id: number;
          updated_at?: string;
          value_max?: number | null;
          value_number?: number | null;
          value_text?: string | null;
          version?: number;
        };
        Update: {
          created_at?: string;
          localized?: Json | null;
          product_id?: number;
          property_id?: number;
          updated_at?: string;
          value_max?: number | null;
          value_number?: number | null;
          value_text?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_property_values_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_property_values_property_id_fkey';
            columns: ['property_id'];
            isOneToOne: false;
            referencedRelation: 'properties';
            referencedColumns: ['id'];
          },
        ];
      };
      product_relations: {
        Row: {
          created_at: string;
          position: number;
          product_id: number;
          related_id: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          position?: number;
          product_id: number;
          related_id: number;
        };
        Update: {
          created_at?: string;
          position?: number;
          product_id?: number;
          related_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'product_relations_product_id_fkey';
            columns: ['product_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'product_relations_related_id_fkey';
            columns: ['related_id'];
            isOneToOne: false;
            referencedRelation: 'products';
            referencedColumns: ['id'];
          },
        ];
      };
      products: {
        Row: {
          created_at: string;
          display_name: string;
          id: number;
          is_published: boolean;
          locales: string[];
          localized: NonNullable<Json>;
          name: string;
          order_code: string;
          position: number;
          primary_category_id: number;
          product_class: string | null;
          publish_from: string | null;
          publish_until: string | null;
          search_text: string;
          series_id: number;
          sites: string[];
          slug: string;
          status: Database['public']['Enums']['product_status'];
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          display_name: string;
          id?: number;
          is_published?: boolean;
          locales?: never;
          localized: NonNullable<Json>;
          name: string;
          order_code: string;
          position?: number;
          primary_category_id: number;
          product_class?: string | null;
          publish_from?: string | null;
          publish_until?: string | null;
          search_text?: never;
          series_id: number;
          sites: string[];
          slug: string;
          status: Database['public']['Enums']['product_status'];
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          display_name?: string;
          id?: number;
          is_published?: boolean;
          locales?: never;
          localized?: NonNullable<Json>;
          name?: string;
          order_code?: string;
          position?: number;
          primary_category_id?: number;
          product_class?: string | null;
          publish_from?: string | null;
          publish_until?: string | null;
          search_text?: never;
          series_id?: number;
          sites?: string[];
          slug?: string;
          status?: Database['public']['Enums']['product_status'];
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'products_primary_category_id_fkey';
            columns: ['primary_category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'products_series_id_fkey';
            columns: ['series_id'];
            isOneToOne: false;
            referencedRelation: 'series';
            referencedColumns: ['id'];
          },
        ];
      };
      properties: {
        Row: {
          created_at: string;
          id: number;
          key: string;
          localized: NonNullable<Json>;
          unit: string | null;
          updated_at: string;
          value_type: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          key: string;
          localized: NonNullable<Json>;
          unit?: string | null;
          updated_at?: string;
          value_type: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          key?: string;
          localized?: NonNullable<Json>;
          unit?: string | null;
          updated_at?: string;
          value_type?: string;
          version?: number;
        };
        Relationships: [];
      };
      publish_holds: {
        Row: {
          until: string;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          until: string;
          worker: string;
        };
        Update: {
          until?: string;
          worker?: string;
        };
        Relationships: [];
      };
      publish_receipt_edits: {
        Row: {
          edit_id: number;
          receipt_id: number;
        };
        ComputedFields: never;
        Insert: {
          edit_id: number;
          receipt_id: number;
        };
        Update: {
          edit_id?: number;
          receipt_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'publish_receipt_edits_edit_id_fkey';
            columns: ['edit_id'];
            isOneToOne: false;
            referencedRelation: 'content_edits';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'publish_receipt_edits_receipt_id_fkey';
            columns: ['receipt_id'];
            isOneToOne: false;
            referencedRelation: 'publish_receipts';
            referencedColumns: ['id'];
          },
        ];
      };
      publish_receipt_items: {
        Row: {
          change: string;
          failure: Json | null;
          id: number;
          locale: Database['public']['Enums']['locale'];
          path: string;
          reasons: string[];
          receipt_id: number;
          seen_live_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          change: string;
          failure?: Json | null;
          id?: number;
          locale: Database['public']['Enums']['locale'];
          path: string;
          reasons: string[];
          receipt_id: number;
          seen_live_at?: string | null;
        };
        Update: {
          change?: string;
          failure?: Json | null;
          id?: number;
          locale?: Database['public']['Enums']['locale'];
          path?: string;
          reasons?: string[];
          receipt_id?: number;
          seen_live_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'publish_receipt_items_receipt_id_fkey';
            columns: ['receipt_id'];
            isOneToOne: false;
            referencedRelation: 'publish_receipts';
            referencedColumns: ['id'];
          },
        ];
      };
      publish_receipts: {
        Row: {
          cause: string;
          changed: number;
          finished_at: string;
          further_edits: number;
          id: number;
          message_ids: number[];
          rendered: number;
          requested_by: string | null;
          site_id: string;
          started_at: string;
          switch_ms: number | null;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          cause: string;
          changed: number;
          finished_at?: string;
          further_edits?: number;
          id?: number;
          message_ids?: number[];
          rendered: number;
          requested_by?: string | null;
          site_id: string;
          started_at: string;
          switch_ms?: number | null;
          worker: string;
        };
        Update: {
          cause?: string;
          changed?: number;
          finished_at?: string;
          further_edits?: number;
          id?: number;
          message_ids?: number[];
          rendered?: number;
          requested_by?: string | null;
          site_id?: string;
          started_at?: string;
          switch_ms?: number | null;
          worker?: string;
        };
        Relationships: [];
      };
      publish_rounds: {
        Row: {
          site_id: string | null;
          staged_before: string;
          switching_until: string | null;
          until: string;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          site_id?: string | null;
          staged_before: string;
          switching_until?: string | null;
          until: string;
          worker: string;
        };
        Update: {
          site_id?: string | null;
          staged_before?: string;
          switching_until?: string | null;
          until?: string;
          worker?: string;
        };
        Relationships: [];
      };
      published_page_locales: {
        Row: {
          locale: Database['public']['Enums']['locale'];
          nav_title: string;
          noindex: boolean;
          page_id: number;
          parent_id: number | null;
          path: string;
          published_at: string;
          revision_id: number;
          site_id: string;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          locale: Database['public']['Enums']['locale'];
          nav_title: string;
          noindex?: boolean;
          page_id: number;
          parent_id?: number | null;
          path: string;
          published_at: string;
          revision_id: number;
          site_id: string;
          title: string;
        };
        Update: {
          locale?: Database['public']['Enums']['locale'];
          nav_title?: string;
          noindex?: boolean;
          page_id?: number;
          parent_id?: number | null;
          path?: string;
          published_at?: string;
          revision_id?: number;
          site_id?: string;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'published_page_locales_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'published_page_locales_parent_id_fkey';
            columns: ['parent_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'published_page_locales_revision_id_fkey';
            columns: ['revision_id'];
            isOneToOne: false;
            referencedRelation: 'page_revisions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'published_page_locales_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      receipt_purges: {
        Row: {
          purge_id: number;
          receipt_id: number;
        };
        ComputedFields: never;
        Insert: {
          purge_id: number;
          receipt_id: number;
        };
        Update: {
          purge_id?: number;
          receipt_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'receipt_purges_purge_id_fkey';
            columns: ['purge_id'];
            isOneToOne: false;
            referencedRelation: 'cache_purges';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'receipt_purges_receipt_id_fkey';
            columns: ['receipt_id'];
            isOneToOne: true;
            referencedRelation: 'publish_receipts';
            referencedColumns: ['id'];
          },
        ];
      };
      record_drafts: {
        Row: {
          base_version: number | null;
          data: NonNullable<Json>;
          file: Json | null;
          id: number;
          kind: string;
          record_id: string;
          release_id: number | null;
          rows: Json | null;
          saved_at: string;
          saved_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          base_version?: number | null;
          data: NonNullable<Json>;
          file?: Json | null;
          id?: never;
          kind: string;
          record_id: string;
          release_id?: number | null;
          rows?: Json | null;
          saved_at?: string;
          saved_by?: string | null;
        };
        Update: {
          base_version?: number | null;
          data?: NonNullable<Json>;
          file?: Json | null;
          id?: never;
          kind?: string;
          record_id?: string;
          release_id?: number | null;
          rows?: Json | null;
          saved_at?: string;
          saved_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'record_drafts_release_id_fkey';
            columns: ['release_id'];
            isOneToOne: false;
            referencedRelation: 'releases';
            referencedColumns: ['id'];
          },
        ];
      };
      record_trash: {
        Row: {
          data: NonNullable<Json>;
          deleted_at: string;
          deleted_by: string | null;
          kind: string;
          record_id: string;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          data: NonNullable<Json>;
          deleted_at?: string;
          deleted_by?: string | null;
          kind: string;
          record_id: string;
          title?: string;
        };
        Update: {
          data?: NonNullable<Json>;
          deleted_at?: string;
          deleted_by?: string | null;
          kind?: string;
          record_id?: string;
          title?: string;
        };
        Relationships: [];
      };
      record_versions: {
        Row: {
          data: Json | null;
          edit_id: number | null;
          file: Json | null;
          kind: string;
          made_at: string;
          made_by: string | null;
          number: number;
          record_id: string;
        };
        ComputedFields: never;
        Insert: {
          data?: Json | null;
          edit_id?: number | null;
          file?: Json | null;
          kind: string;
          made_at?: string;
          made_by?: string | null;
          number: number;
          record_id: string;
        };
        Update: {
          data?: Json | null;
          edit_id?: number | null;
          file?: Json | null;
          kind?: string;
          made_at?: string;
          made_by?: string | null;
          number?: number;
          record_id?: string;
        };
        Relationships: [];
      };
      redirects: {
        Row: {
          created_at: string;
          from_path: string | null;
          from_slug: string | null;
          id: number;
          locale: Database['public']['Enums']['locale'] | null;
          page_id: number | null;
          row_id: number | null;
          row_kind: string | null;
          site_id: string;
          status: number;
          to_path: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          from_path?: string | null;
          from_slug?: string | null;
          id?: number;
          locale?: Database['public']['Enums']['locale'] | null;
          page_id?: number | null;
          row_id?: number | null;
          row_kind?: string | null;
          site_id: string;
          status?: number;
          to_path?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          from_path?: string | null;
          from_slug?: string | null;
          id?: number;
          locale?: Database['public']['Enums']['locale'] | null;
          page_id?: number | null;
          row_id?: number | null;
          row_kind?: string | null;
          site_id?: string;
          status?: number;
          to_path?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'redirects_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'redirects_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      release_links: {
        Row: {
          created_at: string;
          created_by: string;
          digest: string;
          expires_at: string;
          for_whom: string;
          id: number;
          release_id: number;
          revoked_at: string | null;
          revoked_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by: string;
          digest: string;
          expires_at: string;
          for_whom?: string;
          id?: number;
          release_id: number;
          revoked_at?: string | null;
          revoked_by?: string | null;
        };
        Update: {
          created_at?: string;
          created_by?: string;
          digest?: string;
          expires_at?: string;
          for_whom?: string;
          id?: number;
          release_id?: number;
          revoked_at?: string | null;
          revoked_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'release_links_release_id_fkey';
            columns: ['release_id'];
            isOneToOne: false;
            referencedRelation: 'releases';
            referencedColumns: ['id'];
          },
        ];
      };
      release_media: {
        Row: {
          name: string;
          release_id: number;
        };
        ComputedFields: never;
        Insert: {
          name: string;
          release_id: number;
        };
        Update: {
          name?: string;
          release_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'release_media_release_id_fkey';
            columns: ['release_id'];
            isOneToOne: false;
            referencedRelation: 'releases';
            referencedColumns: ['id'];
          },
        ];
      };
      release_pages: {
        Row: {
          base_parent_id: number | null;
          base_revision_id: number | null;
          before_parent_id: number | null;
          before_revision_id: number | null;
          cells: string[] | null;
          contents: Json | null;
          page_id: number;
          parent_id: number | null;
          release_id: number;
          revision_id: number | null;
          saved_at: string;
          saved_by: string | null;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          base_parent_id?: number | null;
          base_revision_id?: number | null;
          before_parent_id?: number | null;
          before_revision_id?: number | null;
          cells?: string[] | null;
          contents?: Json | null;
          page_id: number;
          parent_id?: number | null;
          release_id: number;
          revision_id?: number | null;
          saved_at?: string;
          saved_by?: string | null;
          title: string;
        };
        Update: {
          base_parent_id?: number | null;
          base_revision_id?: number | null;
          before_parent_id?: number | null;
          before_revision_id?: number | null;
          cells?: string[] | null;
          contents?: Json | null;
          page_id?: number;
          parent_id?: number | null;
          release_id?: number;
          revision_id?: number | null;
          saved_at?: string;
          saved_by?: string | null;
          title?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'release_pages_release_id_fkey';
            columns: ['release_id'];
            isOneToOne: false;
            referencedRelation: 'releases';
            referencedColumns: ['id'];
          },
        ];
      };
      release_records: {
        Row: {
          before_version: number | null;
          kind: string;
          record_id: string;
          release_id: number;
          version: number | null;
        };
        ComputedFields: never;
        Insert: {
          before_version?: number | null;
          kind: string;
          record_id: string;
          release_id: number;
          version?: number | null;
        };
        Update: {
          before_version?: number | null;
          kind?: string;
          record_id?: string;
          release_id?: number;
          version?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'release_records_release_id_fkey';
            columns: ['release_id'];
            isOneToOne: false;
            referencedRelation: 'releases';
            referencedColumns: ['id'];
          },
        ];
      };
      releases: {
        Row: {
          applied_at: string | null;
          applied_by: string | null;
          created_at: string;
          created_by: string | null;
          edit_id: number | null;
          failed_at: string | null;
          failure: string | null;
          id: number;
          live_at: string | null;
          locked_until: string | null;
          name: string;
          publish_at: string | null;
          scheduled_by: string | null;
          state: string;
          taken_back_at: string | null;
          time_zone: string | null;
        };
        ComputedFields: never;
        Insert: {
          applied_at?: string | null;
          applied_by?: string | null;
          created_at?: string;
          created_by?: string | null;
          edit_id?: number | null;
          failed_at?: string | null;
          failure?: string | null;
          id?: number;
          live_at?: string | null;
          locked_until?: string | null;
          name: string;
          publish_at?: string | null;
          scheduled_by?: string | null;
          state?: string;
          taken_back_at?: string | null;
          time_zone?: string | null;
        };
        Update: {
          applied_at?: string | null;
          applied_by?: string | null;
          created_at?: string;
          created_by?: string | null;
          edit_id?: number | null;
          failed_at?: string | null;
          failure?: string | null;
          id?: number;
          live_at?: string | null;
          locked_until?: string | null;
          name?: string;
          publish_at?: string | null;
          scheduled_by?: string | null;
          state?: string;
          taken_back_at?: string | null;
          time_zone?: string | null;
        };
        Relationships: [];
      };
      replaced_files: {
        Row: {
          file: NonNullable<Json>;
          kind: string;
          number: number;
          record_id: number;
          replaced_at: string;
          replaced_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          file: NonNullable<Json>;
          kind: string;
          number: number;
          record_id: number;
          replaced_at?: string;
          replaced_by?: string | null;
        };
        Update: {
          file?: NonNullable<Json>;
          kind?: string;
          number?: number;
          record_id?: number;
          replaced_at?: string;
          replaced_by?: string | null;
        };
        Relationships: [];
      };
      representatives: {
        Row: {
          address_lines: string[];
          countries: string[];
          created_at: string;
          email: string | null;
          id: number;
          latitude: number | null;
          localized: NonNullable<Json>;
          longitude: number | null;
          name: string;
          phone: string | null;
          region: string | null;
          updated_at: string;
          url: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address_lines?: string[];
          countries?: string[];
          created_at?: string;
          email?: string | null;
          id?: number;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name: string;
          phone?: string | null;
          region?: string | null;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Update: {
          address_lines?: string[];
          countries?: string[];
          created_at?: string;
          email?: string | null;
          id?: number;
          latitude?: number | null;
          localized?: NonNullable<Json>;
          longitude?: number | null;
          name?: string;
          phone?: string | null;
          region?: string | null;
          updated_at?: string;
          url?: string | null;
          version?: number;
        };
        Relationships: [];
      };
      saved_sections: {
        Row: {
          content: NonNullable<Json>;
          created_at: string;
          id: number;
          name: string;
          note: string;
          saved_by: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          content: NonNullable<Json>;
          created_at?: string;
          id?: number;
          name: string;
          note?: string;
          saved_by?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          content?: NonNullable<Json>;
          created_at?: string;
          id?: number;
          name?: string;
          note?: string;
          saved_by?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      search_documents: {
        Row: {
          address: string | null;
          body: string;
          content_hash: string;
          dated_at: string | null;
          kind: string;
          language: Database['public']['Enums']['locale'] | null;
          locale: Database['public']['Enums']['locale'];
          names: unknown;
          path: string | null;
          ref: number;
          site_id: string;
          summary: string;
          title: string;
          title_key: string;
          visible_from: string | null;
          visible_until: string | null;
          words: unknown;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          body: string;
          content_hash: string;
          dated_at?: string | null;
          kind: string;
          language?: Database['public']['Enums']['locale'] | null;
          locale: Database['public']['Enums']['locale'];
          names: unknown;
          path?: string | null;
          ref: number;
          site_id: string;
          summary: string;
          title: string;
          title_key: string;
          visible_from?: string | null;
          visible_until?: string | null;
          words: unknown;
        };
        Update: {
          address?: string | null;
          body?: string;
          content_hash?: string;
          dated_at?: string | null;
          kind?: string;
          language?: Database['public']['Enums']['locale'] | null;
          locale?: Database['public']['Enums']['locale'];
          names?: unknown;
          path?: string | null;
          ref?: number;
          site_id?: string;
          summary?: string;
          title?: string;
          title_key?: string;
          visible_from?: string | null;
          visible_until?: string | null;
          words?: unknown;
        };
        Relationships: [
          {
            foreignKeyName: 'search_documents_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      search_synonyms: {
        Row: {
          created_at: string;
          id: number;
          keys: string[] | null;
          locale: Database['public']['Enums']['locale'];
          sites: string[];
          terms: string[];
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          keys?: never;
          locale: Database['public']['Enums']['locale'];
          sites: string[];
          terms: string[];
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          keys?: never;
          locale?: Database['public']['Enums']['locale'];
          sites?: string[];
          terms?: string[];
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      search_words: {
        Row: {
          locale: Database['public']['Enums']['locale'];
          site_id: string;
          word: string;
        };
        ComputedFields: never;
        Insert: {
          locale: Database['public']['Enums']['locale'];
          site_id: string;
          word: string;
        };
        Update: {
          locale?: Database['public']['Enums']['locale'];
          site_id?: string;
          word?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'search_words_site_id_fkey';
            columns: ['site_id'];
            isOneToOne: false;
            referencedRelation: 'sites';
            referencedColumns: ['id'];
          },
        ];
      };
      series: {
        Row: {
          category_id: number | null;
          created_at: string;
          display_name: string;
          id: number;
          image_id: number | null;
          localized: NonNullable<Json>;
          name: string;
          slug: string;
          status: Database['public']['Enums']['product_status'];
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          category_id?: number | null;
          created_at?: string;
          display_name: string;
          id?: number;
          image_id?: number | null;
          localized: NonNullable<Json>;
          name: string;
          slug: string;
          status: Database['public']['Enums']['product_status'];
          updated_at?: string;
          version?: number;
        };
        Update: {
          category_id?: number | null;
          created_at?: string;
          display_name?: string;
          id?: number;
          image_id?: number | null;
          localized?: NonNullable<Json>;
          name?: string;
          slug?: string;
          status?: Database['public']['Enums']['product_status'];
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'series_category_id_fkey';
            columns: ['category_id'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'series_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      shared_modules: {
        Row: {
          created_at: string;
          data_version: number;
          id: number;
          localized: NonNullable<Json>;
          name: string;
          type: Database['public']['Enums']['module_type'];
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          data_version?: number;
          id?: number;
          localized: NonNullable<Json>;
          name: string;
          type: Database['public']['Enums']['module_type'];
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          data_version?: number;
          id?: number;
          localized?: NonNullable<Json>;
          name?: string;
          type?: Database['public']['Enums']['module_type'];
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      site_builds: {
        Row: {
          bundle: string;
          code: Json | null;
          finished_at: string | null;
          id: number;
          lease_owner: string;
          lease_until: string;
          name: string;
          outcome: string | null;
          requested_by: string;
          site_id: string;
          start_seq: number;
          started_at: string;
        };
        ComputedFields: never;
        Insert: {
          bundle: string;
          code?: Json | null;
          finished_at?: string | null;
          id?: number;
          lease_owner: string;
          lease_until: string;
          name: string;
          outcome?: string | null;
          requested_by?: string;
          site_id: string;
          start_seq: number;
          started_at?: string;
        };
        Update: {
          bundle?: string;
          code?: Json | null;
          finished_at?: string | null;
          id?: number;
          lease_owner?: string;
          lease_until?: string;
          name?: string;
          outcome?: string | null;
          requested_by?: string;
          site_id?: string;
          start_seq?: number;
          started_at?: string;
        };
        Relationships: [];
      };
      site_outputs: {
        Row: {
          build_id: number | null;
          bytes: number;
          content_hash: string | null;
          failure: Json | null;
          frame_seq: number | null;
          given_hash: string | null;
          id: number;
          kind: string;
          lease_number: number | null;
          lease_owner: string | null;
          lease_seq: number | null;
          lease_until: string | null;
          leaving_paths: string[];
          listed_kind: string;
          locale: Database['public']['Enums']['locale'];
          module_types: string[];
          next_change_at: string | null;
          path: string | null;
          read_seq: number;
          ref: number;
          rendered_at: string | null;
          site_id: string;
          stale_reasons: string[];
          stale_seq: number | null;
          stale_since: string | null;
          tags: string[];
          taken_paths: string[];
          taking_path: string | null;
          turn: number;
        };
        ComputedFields: never;
        Insert: {
          build_id?: number | null;
          bytes?: number;
          content_hash?: string | null;
          failure?: Json | null;
          frame_seq?: number | null;
          given_hash?: string | null;
          id?: number;
          kind: string;
          lease_number?: number | null;
          lease_owner?: string | null;
          lease_seq?: number | null;
          lease_until?: string | null;
          leaving_paths?: string[];
          listed_kind?: string;
          locale: Database['public']['Enums']['locale'];
          module_types?: string[];
          next_change_at?: string | null;
          path?: string | null;
          read_seq?: number;
          ref?: number;
          rendered_at?: string | null;
          site_id: string;
          stale_reasons?: string[];
          stale_seq?: number | null;
          stale_since?: string | null;
          tags?: string[];
          taken_paths?: string[];
          taking_path?: string | null;
          turn?: number;
        };
        Update: {
          build_id?: number | null;
          bytes?: number;
          content_hash?: string | null;
          failure?: Json | null;
          frame_seq?: number | null;
          given_hash?: string | null;
          id?: number;
          kind?: string;
          lease_number?: number | null;
          lease_owner?: string | null;
          lease_seq?: number | null;
          lease_until?: string | null;
          leaving_paths?: string[];
          listed_kind?: string;
          locale?: Database['public']['Enums']['locale'];
          module_types?: string[];
          next_change_at?: string | null;
          path?: string | null;
          read_seq?: number;
          ref?: number;
          rendered_at?: string | null;
          site_id?: string;
          stale_reasons?: string[];
          stale_seq?: number | null;
          stale_since?: string | null;
          tags?: string[];
          taken_paths?: string[];
          taking_path?: string | null;
          turn?: number;
        };
        Relationships: [];
      };
      sites: {
        Row: {
          created_at: string;
          id: string;
          locales: Database['public']['Enums']['locale'][];
          localized: NonNullable<Json>;
          settings: NonNullable<Json>;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id: string;
          locales: Database['public']['Enums']['locale'][];
          localized: NonNullable<Json>;
          settings?: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          locales?: Database['public']['Enums']['locale'][];
          localized?: NonNullable<Json>;
          settings?: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      staff: {
        Row: {
          created_at: string;
          disabled_at: string | null;
          email: string;
          name: string;
          role: Database['public']['Enums']['staff_role'];
          updated_at: string;
          user_id: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          disabled_at?: string | null;
          email: string;
          name?: string;
          role?: Database['public']['Enums']['staff_role'];
          updated_at?: string;
          user_id: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          disabled_at?: string | null;
          email?: string;
          name?: string;
          role?: Database['public']['Enums']['staff_role'];
          updated_at?: string;
          user_id?: string;
          version?: number;
        };
        Relationships: [];
      };
      staff_edits: {
        Row: {
          actor: string | null;
          after: Json | null;
          before: Json | null;
          id: number;
          made_at: string;
          operation: string;
          role_name: string;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          actor?: string | null;
          after?: Json | null;
          before?: Json | null;
          id?: number;
          made_at?: string;
          operation: string;
          role_name?: string;
          user_id?: string | null;
        };
        Update: {
          actor?: string | null;
          after?: Json | null;
          before?: Json | null;
          id?: number;
          made_at?: string;
          operation?: string;
          role_name?: string;
          user_id?: string | null;
        };
        Relationships: [];
      };
      stock_quotes: {
        Row: {
          close: number;
          created_at: string;
          day: string;
          high: number | null;
          id: number;
          low: number | null;
          open: number | null;
          symbol: string;
          updated_at: string;
          version: number;
          volume: number | null;
        };
        ComputedFields: never;
        Insert: {
          close: number;
          created_at?: string;
          day: string;
          high?: number | null;
          id?: number;
          low?: number | null;
          open?: number | null;
          symbol: string;
          updated_at?: string;
          version?: number;
          volume?: number | null;
        };
        Update: {
          close?: number;
          created_at?: string;
          day?: string;
          high?: number | null;
          id?: number;
          low?: number | null;
          open?: number | null;
          symbol?: string;
          updated_at?: string;
          version?: number;
          volume?: number | null;
        };
        Relationships: [];
      };
      story_categories: {
        Row: {
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      story_groups: {
        Row: {
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      tagged_media: {
        Row: {
          kind: string;
          record_id: number;
          tag_id: number;
        };
        ComputedFields: never;
        Insert: {
          kind: string;
          record_id: number;
          tag_id: number;
        };
        Update: {
          kind?: string;
          record_id?: number;
          tag_id?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'tagged_media_tag_id_fkey';
            columns: ['tag_id'];
            isOneToOne: false;
            referencedRelation: 'media_tags';
            referencedColumns: ['id'];
          },
        ];
      };
      tags: {
        Row: {
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          sites: string[];
          slug: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          sites?: string[];
          slug: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          sites?: string[];
          slug?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      taken_leases: {
        Row: {
          kind: string;
          listed_kind: string;
          locale: Database['public']['Enums']['locale'];
          ref: number;
          site_id: string;
          worker: string;
        };
        ComputedFields: never;
        Insert: {
          kind: string;
          listed_kind: string;
          locale: Database['public']['Enums']['locale'];
          ref: number;
          site_id: string;
          worker: string;
        };
        Update: {
          kind?: string;
          listed_kind?: string;
          locale?: Database['public']['Enums']['locale'];
          ref?: number;
          site_id?: string;
          worker?: string;
        };
        Relationships: [];
      };
      translations: {
        Row: {
          id: number;
          locale: Database['public']['Enums']['locale'];
          made_at: string;
          made_by: string | null;
          source_hash: string;
          state: string;
          target_hash: string;
        };
        ComputedFields: never;
        Insert: {
          id?: never;
          locale: Database['public']['Enums']['locale'];
          made_at?: string;
          made_by?: string | null;
          source_hash: string;
          state: string;
          target_hash: string;
        };
        Update: {
          id?: never;
          locale?: Database['public']['Enums']['locale'];
          made_at?: string;
          made_by?: string | null;
          source_hash?: string;
          state?: string;
          target_hash?: string;
        };
        Relationships: [];
      };
      unknown_files: {
        Row: {
          cause: string;
          noticed_at: string;
          site_id: string;
        };
        ComputedFields: never;
        Insert: {
          cause: string;
          noticed_at?: string;
          site_id: string;
        };
        Update: {
          cause?: string;
          noticed_at?: string;
          site_id?: string;
        };
        Relationships: [];
      };
      vectors: {
        Row: {
          bytes: number;
          content_type: string;
          created_at: string;
          filename: string;
          hash: string;
          id: number;
          localized: NonNullable<Json>;
          search_text: string;
          storage_path: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          bytes: number;
          content_type?: string;
          created_at?: string;
          filename: string;
          hash: string;
          id?: number;
          localized?: NonNullable<Json>;
          search_text?: never;
          storage_path: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          bytes?: number;
          content_type?: string;
          created_at?: string;
          filename?: string;
          hash?: string;
          id?: number;
          localized?: NonNullable<Json>;
          search_text?: never;
          storage_path?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [];
      };
      videos: {
        Row: {
          created_at: string;
          filename: string;
          id: number;
          image_id: number | null;
          localized: NonNullable<Json>;
          size: number | null;
          updated_at: string;
          version: number;
          video_url: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          filename: string;
          id?: number;
          image_id?: number | null;
          localized: NonNullable<Json>;
          size?: number | null;
          updated_at?: string;
          version?: number;
          video_url: string;
        };
        Update: {
          created_at?: string;
          filename?: string;
          id?: number;
          image_id?: number | null;
          localized?: NonNullable<Json>;
          size?: number | null;
          updated_at?: string;
          version?: number;
          video_url?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'videos_image_id_fkey';
            columns: ['image_id'];
            isOneToOne: false;
            referencedRelation: 'images';
            referencedColumns: ['id'];
          },
        ];
      };
      webinars: {
        Row: {
          created_at: string;
          id: number;
          localized: NonNullable<Json>;
          starts_at: string | null;
          title: string;
          updated_at: string;
          url: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: number;
          localized: NonNullable<Json>;
          starts_at?: string | null;
          title: string;
          updated_at?: string;
          url: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          id?: number;
          localized?: NonNullable<Json>;
          starts_at?: string | null;
          title?: string;
          updated_at?: string;
          url?: string;
          version?: number;
        };
        Relationships: [];
      };
      wide_changes: {
        Row: {
          id: number;
          output_ids: number[] | null;
          searched_to: number | null;
          seq: number;
          site_id: string | null;
          tags: string[];
        };
        ComputedFields: never;
        Insert: {
          id?: number;
          output_ids?: number[] | null;
          searched_to?: number | null;
          seq: number;
          site_id?: string | null;
          tags: string[];
        };
        Update: {
          id?: number;
          output_ids?: number[] | null;
          searched_to?: number | null;
          seq?: number;
          site_id?: string | null;
          tags?: string[];
        };
        Relationships: [];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_code: { Args: { p_code: string; p_session_id: string; p_user_id: string }; Returns: Json };
      add_cells_to_release: {
        Args: {
          p_actor: string;
          p_cells: string[];
          p_last_save: number;
          p_page_id: number;
          p_release: number;
          p_replaces?: string;
        };
        Returns: Json;
      };
      add_colleague: {
        Args: {
          p_actor: string;
          p_email: string;
          p_name: string;
          p_role: Database['public']['Enums']['staff_role'];
          p_user_id: string;
        };
        Returns: Json;
      };
      add_image: { Args: { p_actor: string; p_image: Json }; Returns: number };
      add_link: { Args: { p_actor: string; p_link: Json }; Returns: number };
      add_medium: { Args: { p_actor: string; p_folder?: number; p_kind: string; p_row: Json }; Returns: Json };
      add_module: {
        Args: {
          p_data: Json;
          p_data_version: number;
          p_expected_version: number;
          p_page_id: number;
          p_parent_id: number;
          p_position: number;
          p_slot: string;
          p_type: Database['public']['Enums']['module_type'];
        };
        Returns: Json;
      };
      add_page_to_release: {
        Args: { p_actor: string; p_last_save?: number; p_page_id: number; p_release: number; p_replaces?: string };
        Returns: Json;
      };
      add_recipient: {
        Args: {
          p_actor: string;
          p_address: string;
          p_channel: Database['public']['Enums']['form_channel'];
          p_form_id: number;
        };
        Returns: Json;
      };
      add_record_to_release: {
        Args: {
          p_actor: string;
          p_id: string;
          p_kind: string;
          p_release: number;
          p_replaces?: string;
          p_saved_at?: string;
        };
        Returns: Json;
      };
      add_removal_to_release: {
        Args: { p_actor: string; p_page_id: number; p_release: number; p_replaces?: string };
        Returns: Json;
      };
      apply_due_releases: { Args: { p_due: Json; p_waits?: boolean; p_worker: string }; Returns: Json };
      apply_release: { Args: { p_actor: string; p_pages: Json; p_records: Json; p_release: number }; Returns: Json };
      arrange_modules: {
        Args: {
          p_actor: string;
          p_expected_version: number;
          p_module_ids: number[];
          p_page_id: number;
          p_parent_id?: number;
          p_slot?: string;
        };
        Returns: Json;
      };
      arrange_page: { Args: { p_expected_version: number; p_module_ids: number[]; p_page_id: number }; Returns: Json };
      ask_for_build: { Args: { p_actor: string; p_site: string }; Returns: Json };
      await_releases: { Args: { p_releases: number[]; p_worker: string }; Returns: undefined };
      begin_second_factor: {
        Args: { p_code: string; p_hashes: string[]; p_session_id: string; p_user_id: string };
        Returns: Json;
      };
      build_end_expired: { Args: { p_build: number; p_is_live: boolean }; Returns: boolean };
      build_finish: { Args: { p_at: string; p_build: number; p_outcome: string }; Returns: boolean };
      build_keep: { Args: { p_build: number; p_lease_seconds: number }; Returns: boolean };
      build_outcome: { Args: { p_build: number }; Returns: string };
      build_register: {
        Args: { p_build: number; p_kept?: Json; p_lease_seconds: number; p_outputs: Json };
        Returns: undefined;
      };
      build_rollback: {
        Args: { p_by?: string; p_name: string; p_number_above?: number; p_site: string; p_worker: string };
        Returns: number;
      };
      build_start: {
        Args: {
          p_bundle: string;
          p_by?: string;
          p_code?: Json;
          p_lease_seconds: number;
          p_live?: string;
          p_name: string;
          p_number_above?: number;
          p_places?: Json;
          p_site: string;
          p_worker: string;
        };
        Returns: Json;
      };
      build_state: { Args: { p_site: string }; Returns: Json };
      build_targets: {
        Args: { p_at: string; p_changed_types?: string[]; p_site: string; p_with_files?: boolean };
        Returns: Json;
      };
      change_colleague: {
        Args: {
          p_actor: string;
          p_is_disabled: boolean;
          p_role: Database['public']['Enums']['staff_role'];
          p_user_id: string;
        };
        Returns: Json;
      };
      change_page: {
        Args: { p_actor: string; p_last_save: number; p_locales: Json; p_page_id: number; p_parent_id: number };
        Returns: Json;
      };
      change_set_changes: {
        Args: { p_merged?: Json; p_pages: Json; p_records?: Json; p_release?: number };
        Returns: Json;
      };
      claim_form_deliveries: { Args: { p_lease_seconds: number; p_limit: number }; Returns: Json };
      contents_changes: { Args: { p_contents: Json; p_page_id: number; p_parent_id?: number }; Returns: Json };
      copy_page: {
        Args: { p_actor: string; p_locales: Json; p_page_id: number; p_parent_id: number; p_site: string };
        Returns: Json;
      };
      count_submissions: { Args: { p_form_ids: number[] }; Returns: Json };
      count_translations: { Args: { p_kind?: string; p_limit?: number; p_refs?: string[] }; Returns: boolean };
      create_form: { Args: { p_actor: string; p_form: Json }; Returns: Json };
      create_page: {
        Args: { p_actor: string; p_locales: Json; p_modules?: Json; p_parent_id: number; p_site: string };
        Returns: Json;
      };
      create_release: { Args: { p_actor: string; p_name: string }; Returns: number };
      delete_expired_submissions: { Args: Record<PropertyKey, never>; Returns: number };
      delete_form: {
        Args: { p_actor: string; p_form_id: number; p_saved_at?: string; p_version?: number };
        Returns: Json;
      };
      delete_list_view: { Args: { p_actor: string; p_id: number }; Returns: boolean };
      delete_media_folder: { Args: { p_actor: string; p_id: number }; Returns: Json };
      delete_page: {
        Args: {
          p_actor: string;
          p_is_confirmed: boolean;
          p_last_save?: number;
          p_leads_to?: number;
          p_page_id: number;
        };
        Returns: Json;
      };
      delete_records: { Args: { p_actor: string; p_keep_used?: boolean; p_records: Json }; Returns: Json };
      delete_release: { Args: { p_actor: string; p_release: number }; Returns: Json };
      delete_section: { Args: { p_actor: string; p_id: number; p_version: number }; Returns: Json };
      delete_submissions: { Args: { p_actor: string; p_ids: number[] }; Returns: Json };
      deleted_forms: { Args: Record<PropertyKey, never>; Returns: Json };
      describe_picture: {
        Args: { p_actor: string; p_id: number; p_kind: string; p_texts: Json; p_version: number };
        Returns: number;
      };
      differing_pages: { Args: { p_page_ids: number[] }; Returns: Json };
      discard_draft: {
        Args: { p_actor: string; p_expected_version: number; p_last_save: number; p_page_id: number };
        Returns: Json;
      };
      discard_record_draft: { Args: { p_actor: string; p_base?: string; p_id: string; p_kind: string }; Returns: Json };
      draft_changes: { Args: { p_page_id: number }; Returns: Json };
      end_second_factor: { Args: { p_actor: string; p_user_id: string }; Returns: Json };
      end_session: { Args: { p_actor: string; p_session_id: string }; Returns: Json };
      erase_person: { Args: { p_actor: string; p_email: string }; Returns: Json };
      export_children: { Args: { p_owner: string; p_owners: number[]; p_table: string }; Returns: Json };
      export_count: { Args: Record<PropertyKey, never>; Returns: number };
      export_rows: { Args: { p_after?: string; p_limit: number; p_table: string }; Returns: Json };
      file_media: { Args: { p_actor: string; p_folder: number; p_ids: number[]; p_kind: string }; Returns: string };
      files_of_medium: { Args: { p_id: number; p_kind: string }; Returns: Json };
      find_broken_invariants: {
        Args: { p_limit?: number };
        Returns: {
          code: string;
          ids: string[];
          says: string;
          table_name: string;
        }[];
      };
      find_moved_below: { Args: { p_after?: number; p_limit?: number; p_page_id: number }; Returns: Json };
      find_page: {
        Args: { p_locale: Database['public']['Enums']['locale']; p_path: string; p_site: string; p_view: string };
        Returns: number;
      };
      find_person: { Args: { p_email: string }; Returns: Json };
      find_record_ids: {
        Args: {
          p_filters: Json;
          p_ids?: string[];
          p_kind: string;
          p_limit: number;
          p_search: string;
          p_state: string;
          p_title: string[];
        };
        Returns: Json;
      };
      find_records: {
        Args: {
          p_folder?: number;
          p_kind: string;
          p_limit: number;
          p_offset: number;
          p_search: string;
          p_site?: string;
        };
        Returns: Json;
      };
      find_records_by_key: { Args: { p_kind: string; p_rows: Json }; Returns: Json };
      find_records_by_word: { Args: { p_kind: string; p_words: string[] }; Returns: Json };
      find_row: { Args: { p_kind: string; p_slug: string }; Returns: number };
      find_stale_texts: { Args: { p_page: number }; Returns: Json };
      find_submissions: {
        Args: {
          p_before?: number;
          p_form_id: number;
          p_from?: string;
          p_is_read?: boolean;
          p_limit: number;
          p_locale?: Database['public']['Enums']['locale'];
          p_offset: number;
          p_search: string;
          p_site?: string;
          p_until?: string;
        };
        Returns: Json;
      };
      find_taken: { Args: { p_records: Json }; Returns: Json };
      find_unknown_files: { Args: { p_places: Json }; Returns: Json };
      finish_form_delivery: {
        Args: { p_error?: string; p_id: number };
        Returns: Database['public']['Enums']['delivery_state'];
      };
      form_definition: { Args: { p_form_id: number; p_version: number }; Returns: Json };
      form_secret: { Args: Record<PropertyKey, never>; Returns: string };
      form_uses: { Args: { p_form_ids: number[] }; Returns: Json };
      free_slugs: { Args: { p_kind: string; p_slugs: string[] }; Returns: Json };
      images_without_avif: { Args: { p_besides: string[]; p_limit: number }; Returns: Json };
      import_abandon: { Args: { p_import: string }; Returns: undefined };
      import_apply: { Args: { p_import: string; p_replace: boolean }; Returns: Json };
      import_investor_publications: { Args: { p_rows: Json }; Returns: number };
      import_missing: { Args: { p_references: Json }; Returns: Json };
      import_records: {
        Args: { p_actor: string; p_import: string; p_kind: string; p_publish: boolean };
        Returns: Json;
      };
      import_result: { Args: { p_import: string }; Returns: Json };
      import_stage: { Args: { p_import: string; p_rows: Json }; Returns: undefined };
      import_stock_quotes: { Args: { p_rows: Json }; Returns: number };
      insert_module: {
        Args: {
          p_actor: string;
          p_data: Json;
          p_data_version: number;
          p_expected_version: number;
          p_page_id: number;
          p_parent_id?: number;
          p_position: number;
          p_slot?: string;
          p_type: Database['public']['Enums']['module_type'];
        };
        Returns: Json;
      };
      insert_modules: {
        Args: {
          p_actor: string;
          p_expected_version: number;
          p_modules: Json;
          p_page_id: number;
          p_parent_id?: number;
          p_position: number;
          p_slot?: string;
          p_what: string;
        };
        Returns: Json;
      };
      is_localized: { Args: { required: string[]; required_rich?: string[]; value: Json }; Returns: boolean };
      judge_translation: {
        Args: {
          p_actor: string;
          p_locale: Database['public']['Enums']['locale'];
          p_source: string;
          p_state: string;
          p_target: string;
        };
        Returns: string;
      };
      list_colleagues: { Args: Record<PropertyKey, never>; Returns: Json };
      list_deleted_pages: { Args: { p_site: string }; Returns: Json };
      list_deleted_records: { Args: { p_kind: string; p_title?: string[] }; Returns: Json };
      list_discarded_drafts: { Args: { p_id: string; p_kind: string; p_with_data: boolean }; Returns: Json };
      list_edits: { Args: { p_before?: number; p_filter: Json; p_limit: number }; Returns: Json };
      list_page_revisions: { Args: { p_limit: number; p_page_id: number }; Returns: Json };
      list_receipts: { Args: { p_before?: number; p_limit: number }; Returns: Json };
      list_records: {
        Args: {
          p_after: Json;
          p_down: boolean;
          p_filters: Json;
          p_ids?: string[];
          p_kind: string;
          p_limit: number;
          p_search: string;
          p_sort: string;
          p_state: string;
          p_title: string[];
        };
        Returns: Json;
      };
      list_releases: { Args: { p_states?: string[] }; Returns: Json };
      list_sections: { Args: Record<PropertyKey, never>; Returns: Json };
      list_site_pages: { Args: { p_limit: number; p_site: string }; Returns: Json };
      list_translations: {
        Args: {
          p_kind?: string;
          p_limit?: number;
          p_locales: Database['public']['Enums']['locale'][];
          p_offset?: number;
          p_site: string;
          p_state?: string;
          p_titles: Json;
        };
        Returns: Json;
      };
      lock_release: { Args: { p_release: number; p_seconds: number }; Returns: boolean };
      mark_avif: { Args: { p_hashes: string[] }; Returns: undefined };
      mark_submission: { Args: { p_actor: string; p_id: number; p_is_read: boolean }; Returns: boolean };
      may_see_medium: { Args: { p_hash: string; p_link: number; p_name: string }; Returns: boolean };
      media_gaps: { Args: { p_gap: string; p_kind: string; p_locale: string; p_places: Json }; Returns: Json };
      move_module: {
        Args: {
          p_actor: string;
          p_expected_version: number;
          p_module_id: number;
          p_page_id: number;
          p_parent_id?: number;
          p_position: number;
          p_slot?: string;
        };
        Returns: Json;
      };
      move_page: {
        Args: { p_locale: Database['public']['Enums']['locale']; p_page_id: number; p_path: string };
        Returns: Json;
      };
      next_record_ids: { Args: { p_count: number; p_kind: string }; Returns: Json };
      note_shared_media: { Args: { p_hash: string; p_link: number; p_names: string[] }; Returns: undefined };
      note_submission: { Args: { p_actor: string; p_before: string; p_id: number; p_notes: string }; Returns: Json };
      open_shared: { Args: { p_hash: string; p_link: number }; Returns: Json };
      output_at: { Args: { p_at: string; p_path: string; p_site: string }; Returns: Json };
      output_history_named: { Args: { p_hashes: string[] }; Returns: string[] };
      output_history_note: { Args: { p_outputs: Json; p_site: string }; Returns: undefined };
      output_history_paths: { Args: { p_after: string; p_limit: number; p_site: string }; Returns: string[] };
      output_history_prune: { Args: { p_days: number; p_limit: number }; Returns: number };
      output_tags_of: { Args: { p_after: number; p_site: string }; Returns: Json };
      own_page_drafts: { Args: { p_limit: number; p_user: string }; Returns: Json };
      page_differs: { Args: { p_page_id: number }; Returns: boolean };
      page_states: { Args: { p_page_ids: number[] }; Returns: Json };
      page_uses: { Args: { p_page_id: number }; Returns: Json };
      pages_with_shared: { Args: { p_ids: number[] }; Returns: Json };
      pages_with_words: { Args: { p_site: string; p_words: string[] }; Returns: Json };
      part_module: {
        Args: { p_actor: string; p_expected_version: number; p_module: Json; p_module_id: number; p_page_id: number };
        Returns: Json;
      };
      paused_sites: { Args: { p_sites: string[] }; Returns: Json };
      preview_content: {
        Args: {
          p_at: string;
          p_globals: boolean;
          p_lists: Json;
          p_merged?: Json;
          p_pages: Json;
          p_planned?: Json;
          p_proposed?: Json;
          p_proposed_records?: Json;
          p_records: Json;
          p_release?: number;
          p_site: string;
          p_version?: Json;
          p_view: string;
        };
        Returns: Json;
      };
      preview_found: {
        Args: { p_locale: Database['public']['Enums']['locale']; p_merged?: Json; p_release: number; p_site: string };
        Returns: Json;
      };
      preview_page: {
        Args: {
          p_locale: Database['public']['Enums']['locale'];
          p_path: string;
          p_proposed?: Json;
          p_release: number;
          p_site: string;
        };
        Returns: number;
      };
      preview_redirects: {
        Args: {
          p_left: string[];
          p_merged?: Json;
          p_planned?: Json;
          p_proposed?: Json;
          p_proposed_records?: Json;
          p_release?: number;
          p_site: string;
          p_taken: string[];
        };
        Returns: Json;
      };
      preview_routes: {
        Args: {
          p_at: string;
          p_merged?: Json;
          p_planned?: Json;
          p_proposed?: Json;
          p_proposed_records?: Json;
          p_release?: number;
          p_rows: Json;
        };
        Returns: Json;
      };
      preview_row: { Args: { p_kind: string; p_release?: number; p_slug: string }; Returns: number };
      preview_sitemap: {
        Args: {
          p_at: string;
          p_kind: string;
          p_merged?: Json;
          p_part: number;
          p_planned?: Json;
          p_proposed?: Json;
          p_proposed_records?: Json;
          p_release?: number;
          p_site: string;
        };
        Returns: Json;
      };
      preview_sitemap_index: {
        Args: {
          p_at: string;
          p_merged?: Json;
          p_planned?: Json;
          p_proposed?: Json;
          p_proposed_records?: Json;
          p_release?: number;
          p_site: string;
        };
        Returns: Json;
      };
      probe_exchange: {
        Args: { p_failure?: string; p_limit: number; p_probe: string; p_reads: Json; p_stamp: number };
        Returns: Json;
      };
      publish_adopt: {
        Args: { p_former: string; p_has_ended: boolean; p_lease_seconds: number; p_outputs: Json; p_worker: string };
        Returns: Json;
      };
      publish_cells: {
        Args: { p_actor: string; p_cells: string[]; p_last_save: number; p_page_id: number };
        Returns: Json;
      };
      publish_changes_beside: { Args: { p_after: number; p_edits: number[]; p_to: number }; Returns: Json };
      publish_claim: {
        Args: {
          p_after?: Json;
          p_at: string;
          p_bulk?: boolean;
          p_bundle?: string;
          p_lease_seconds: number;
          p_limit: number;
          p_lost_after?: number;
          p_of_people?: boolean;
          p_places?: Json;
          p_sites: string[];
          p_staged_before?: string;
          p_to_seq?: number;
          p_without_bulk?: boolean;
          p_worker: string;
        };
        Returns: Json;
      };
      publish_claim_redirects: {
        Args: { p_lease_seconds: number; p_lost_after?: number; p_site: string; p_worker: string };
        Returns: Json;
      };
      publish_complete: { Args: { p_outputs: Json; p_watermark: number; p_worker: string }; Returns: undefined };
      publish_defer: { Args: { p_outputs: Json; p_worker: string }; Returns: undefined };
      publish_draft: { Args: { p_actor: string; p_last_save?: number; p_page_id: number }; Returns: Json };
      publish_edits: { Args: { p_request?: string }; Returns: Json };
      publish_end_hold: { Args: { p_worker: string }; Returns: undefined };
      publish_end_removals: { Args: { p_worker: string }; Returns: undefined };
      publish_end_round: { Args: { p_worker: string }; Returns: undefined };
      publish_health: { Args: { p_sites: string[] }; Returns: Json };
      publish_hold: { Args: { p_seconds: number; p_worker: string }; Returns: Json };
      publish_leave_paths: {
        Args: { p_lease_seconds: number; p_outputs: Json; p_paths: string[]; p_site: string; p_worker: string };
        Returns: Json;
      };
      publish_metrics: { Args: { p_sites: string[] }; Returns: Json };
      publish_obstacles: { Args: { p_contents?: Json; p_page_ids: number[]; p_parent_id?: number }; Returns: Json };
      publish_outcome: { Args: { p_edits: number[] }; Returns: Json };
      publish_pages: { Args: { p_page_ids: number[] }; Returns: Json };
      publish_pending: { Args: Record<PropertyKey, never>; Returns: Json };
      publish_places: { Args: { p_places: Json }; Returns: Json };
      publish_plan: {
        Args: { p_at: string; p_is_live?: boolean; p_limit: number; p_rows: Json; p_tags: string[] };
        Returns: Json;
      };
      publish_prune: { Args: { p_count: number; p_days: number; p_limit: number }; Returns: Json };
      publish_record: {
        Args: {
          p_cause: string;
          p_items: Json;
          p_message_ids: number[];
          p_reads?: Json;
          p_rendered: number;
          p_site: string;
          p_started_at: string;
          p_switch_ms?: number;
          p_watermark?: number;
          p_worker: string;
        };
        Returns: number;
      };
      publish_records: { Args: { p_actor: string; p_records: Json }; Returns: Json };
      publish_rehearse: { Args: { p_at: string; p_worker: string }; Returns: undefined };
      publish_release_leases: { Args: { p_has_ended?: boolean; p_worker: string }; Returns: boolean };
      publish_report: {
        Args: { p_deferred?: Json; p_outputs: Json; p_receipts?: Json; p_watermark: number; p_worker: string };
        Returns: Json;
      };
      publish_switch: { Args: { p_seconds: number; p_site: string; p_worker: string }; Returns: Json };
      publish_switched: { Args: { p_before: string; p_name: string; p_site: string }; Returns: undefined };
      publish_take_in: { Args: { p_at: string }; Returns: boolean };
      publish_take_paths: { Args: { p_lost_after?: number; p_outputs: Json; p_worker: string }; Returns: Json };
      publish_watermark: { Args: Record<PropertyKey, never>; Returns: number };
      publish_with_below: {
        Args: { p_actor: string; p_below: Json; p_last_save?: number; p_page_id: number };
        Returns: Json;
      };
      publish_with_records: {
        Args: {
          p_actor: string;
          p_below?: Json;
          p_cells?: string[];
          p_last_save?: number;
          p_page_id: number;
          p_records: Json;
        };
        Returns: Json;
      };
      publish_workers: { Args: Record<PropertyKey, never>; Returns: Json };
      publishing_state: { Args: { p_sites: string[] }; Returns: Json };
      purge_again: { Args: { p_paths: string[]; p_site: string }; Returns: undefined };
      purge_arm: { Args: { p_paths: Json; p_purge: number }; Returns: undefined };
      purge_claim: {
        Args: {
          p_burst: number;
          p_calls_a_second: number;
          p_lease_seconds: number;
          p_paths_at_once: number;
          p_service: string;
          p_worker: string;
        };
        Returns: Json;
      };
      purge_done: {
        Args: { p_failure?: string; p_ids: number[]; p_retry_seconds?: number; p_worker: string };
        Returns: undefined;
      };
      purge_enqueue: {
        Args: { p_hold_seconds?: number; p_is_whole?: boolean; p_paths: Json; p_requests?: string[]; p_site: string };
        Returns: number;
      };
      purge_receipt: { Args: { p_purge: number; p_receipt: number }; Returns: undefined };
      purge_seen: {
        Args: { p_failure?: string; p_milliseconds_ago?: number[]; p_paths: string[]; p_purge: number };
        Returns: Json;
      };
      purge_state: { Args: Record<PropertyKey, never>; Returns: Json };
      purge_unseen: { Args: { p_seconds: number }; Returns: Json };
      read_changed_parts: { Args: { p_receipt: number }; Returns: Json };
      read_chosen_contents: { Args: { p_cells: string[]; p_page_id: number }; Returns: Json };
      read_content: {
        Args: {
          p_at: string;
          p_globals: boolean;
          p_known_globals?: number;
          p_lists: Json;
          p_pages: Json;
          p_records: Json;
          p_site: string;
          p_view: string;
        };
        Returns: Json;
      };
      read_discarded_draft: { Args: { p_id: number }; Returns: Json };
      read_draft_contents: { Args: { p_page_id: number }; Returns: Json };
      read_draft_state: { Args: { p_page_id: number }; Returns: Json };
      read_draft_steps: { Args: { p_actor: string; p_page_id: number }; Returns: Json };
      read_due: { Args: { p_args: Json; p_call: string; p_release: number }; Returns: Json };
      read_fields: { Args: { p_records: Json }; Returns: Json };
      read_globals: { Args: { p_site: string }; Returns: Json };
      read_lists: {
        Args: { p_at: string; p_locale: Database['public']['Enums']['locale']; p_queries: Json; p_site: string };
        Returns: Json;
      };
      read_media_library: { Args: Record<PropertyKey, never>; Returns: Json };
      read_media_places: { Args: { p_ids: number[]; p_kind: string }; Returns: Json };
      read_own_profile: { Args: Record<PropertyKey, never>; Returns: Json };
      read_own_staff: { Args: Record<PropertyKey, never>; Returns: Json };
      read_page_changes: { Args: { p_page_id: number }; Returns: Json };
      read_page_settings: { Args: { p_page_id: number }; Returns: Json };
      read_pages: { Args: { p_targets: Json; p_view: string }; Returns: Json };
      read_planned: { Args: { p_args: Json; p_call: string }; Returns: Json };
      read_receipt: { Args: { p_receipt: number }; Returns: Json };
      read_record: { Args: { p_id: string; p_kind: string; p_release?: number }; Returns: Json };
      read_records: { Args: { p_requests: Json }; Returns: Json };
      read_redirects: { Args: { p_left?: string[]; p_site: string }; Returns: Json };
      read_release: { Args: { p_release: number }; Returns: Json };
      read_release_contents: { Args: { p_page_ids: number[]; p_release: number }; Returns: Json };
      read_revisions: { Args: { p_ids: number[] }; Returns: Json };
      read_seen_records: { Args: { p_ids: string[]; p_kind: string }; Returns: Json };
      read_shared: { Args: { p_args: Json; p_call: string; p_hash: string; p_link: number }; Returns: Json };
      read_sitemap: { Args: { p_at: string; p_kind: string; p_part: number; p_site: string }; Returns: Json };
      read_sitemap_index: { Args: { p_at: string; p_site: string }; Returns: Json };
      read_translation: {
        Args: { p_kind: string; p_locale: Database['public']['Enums']['locale']; p_ref: string };
        Returns: Json;
      };
      read_translation_counts: { Args: { p_kind: string; p_refs: string[] }; Returns: Json };
      reconcile_begin: { Args: { p_sites: string[] }; Returns: Json };
      reconcile_files: { Args: { p_after: number; p_limit: number; p_site: string }; Returns: Json };
      reconcile_files_found: { Args: { p_outputs: Json; p_site: string }; Returns: number };
      reconcile_outputs: { Args: { p_at: string; p_limit: number }; Returns: Json };
      reconcile_rows: { Args: { p_bucket: number; p_buckets: number; p_table: string }; Returns: Json };
      record_changes: { Args: { p_records: Json }; Returns: Json };
      record_needs: { Args: { p_leaving: Json; p_places: Json }; Returns: Json };
      record_pages: { Args: { p_id: number; p_kind: string }; Returns: Json };
      record_titles: { Args: { p_records: Json }; Returns: Json };
      record_uses: { Args: { p_id: string; p_kind: string; p_places: Json }; Returns: Json };
      record_versions_of: { Args: { p_id: string; p_kind: string; p_limit?: number }; Returns: Json };
      records_with_drafts: { Args: { p_ids: string[]; p_kind: string; p_release?: number }; Returns: Json };
      redo_draft: {
        Args: {
          p_actor: string;
          p_locale: Database['public']['Enums']['locale'];
          p_page_id: number;
          p_step_id: number;
        };
        Returns: Json;
      };
      release_calendar: { Args: { p_from: string; p_titles: Json; p_until: string }; Returns: Json };
      release_changes: { Args: { p_release: number }; Returns: Json };
      release_circles: { Args: { p_release: number }; Returns: Json };
      release_clashes: { Args: { p_release: number }; Returns: Json };
      release_links_of: { Args: { p_release: number }; Returns: Json };
      release_preview: { Args: { p_release: number }; Returns: Json };
      releases_of: { Args: { p_id: string; p_kind: string; p_page_id: number }; Returns: Json };
      remove_recipient: { Args: { p_actor: string; p_id: number }; Returns: boolean };
      rename_media_tag: { Args: { p_actor: string; p_id: number; p_name: string; p_unite: boolean }; Returns: string };
      rename_release: { Args: { p_actor: string; p_name: string; p_release: number }; Returns: boolean };
      rename_self: { Args: { p_actor: string; p_name: string }; Returns: undefined };
      renew_recovery_codes: { Args: { p_actor: string; p_hashes: string[] }; Returns: undefined };
      replace_medium: {
        Args: { p_actor: string; p_file: Json; p_hash: string; p_id: number; p_kind: string };
        Returns: string;
      };
      republish_outputs: { Args: { p_actor: string; p_outputs: number[] }; Returns: Json };
      require_second_factor: { Args: { p_actor: string; p_of: string }; Returns: Json };
      reset_second_factor: { Args: { p_email: string }; Returns: Json };
      restore_draft: {
        Args: {
          p_actor: string;
          p_contents: Json;
          p_discarded?: number;
          p_expected_version: number;
          p_last_save: number;
          p_page_id: number;
        };
        Returns: Json;
      };
      restore_medium: {
        Args: { p_actor: string; p_hash: string; p_id: number; p_kind: string; p_number: number };
        Returns: string;
      };
      restore_page: { Args: { p_actor: string; p_page_id: number }; Returns: Json };
      restore_record: { Args: { p_actor: string; p_id: string; p_kind: string }; Returns: Json };
      restored_rows: { Args: { p_records: Json }; Returns: Json };
      revoke_release_link: { Args: { p_actor: string; p_link: number }; Returns: boolean };
      roll_site_back: {
        Args: { p_actor: string; p_name: string; p_number_above?: number; p_site: string; p_worker: string };
        Returns: number;
      };
      save_list_view: {
        Args: { p_actor: string; p_is_shared: boolean; p_kind: string; p_name: string; p_query: string };
        Returns: number;
      };
      save_media_folder: { Args: { p_actor: string; p_id: number; p_name: string; p_parent: number }; Returns: Json };
      save_module: {
        Args: {
          p_actor: string;
          p_data: Json;
          p_data_version: number;
          p_expected_version: number;
          p_locale: Database['public']['Enums']['locale'];
          p_module_id: number;
        };
        Returns: Json;
      };
      save_page_settings: {
        Args: {
          p_actor: string;
          p_from_parent: number;
          p_locales: Json;
          p_page_id: number;
          p_parent_id: number;
          p_removed?: Database['public']['Enums']['locale'][];
          p_version: number;
        };
        Returns: Json;
      };
      save_record_draft: {
        Args: {
          p_actor: string;
          p_base: string;
          p_data: Json;
          p_file?: Json;
          p_id: string;
          p_kind: string;
          p_release?: number;
          p_replaces?: boolean;
          p_rows?: Json;
          p_version?: number;
        };
        Returns: Json;
      };
      save_section: {
        Args: { p_actor: string; p_content?: Json; p_id?: number; p_name: string; p_note: string; p_version?: number };
        Returns: Json;
      };
      schedule_release: { Args: { p_actor: string; p_at: string; p_release: number; p_zone: string }; Returns: Json };
      search: {
        Args: {
          p_at?: string;
          p_kinds: string[];
          p_limit: number;
          p_locale: Database['public']['Enums']['locale'];
          p_offset: number;
          p_over?: Json;
          p_query: string;
          p_site: string;
        };
        Returns: Json;
      };
      search_refresh: { Args: { p_limit: number }; Returns: boolean };
      set_page_lock: { Args: { p_actor: string; p_is_locked: boolean; p_page_id: number }; Returns: Json };
      settle_release: { Args: { p_failure?: string; p_live_at?: string; p_release: number }; Returns: boolean };
      share_module: {
        Args: {
          p_actor: string;
          p_data_version: number;
          p_expected_version: number;
          p_localized: Json;
          p_module_id: number;
          p_name: string;
          p_page_id: number;
        };
        Returns: Json;
      };
      share_release: {
        Args: { p_actor: string; p_days: number; p_for_whom: string; p_hash: string; p_release: number };
        Returns: Json;
      };
      store_submission: {
        Args: {
          p_form_id: number;
          p_key: string;
          p_limit: number;
          p_locale: Database['public']['Enums']['locale'];
          p_page_path: string;
          p_sender: string;
          p_site: string;
          p_solution: string;
          p_solution_expires_at: string;
          p_values: Json;
          p_version: number;
          p_window_seconds: number;
        };
        Returns: Json;
      };
      suggest_translations: {
        Args: { p_limit?: number; p_locale: Database['public']['Enums']['locale']; p_source: string };
        Returns: Json;
      };
      tag_media: {
        Args: { p_actor: string; p_add: string[]; p_ids: number[]; p_kind: string; p_remove: string[] };
        Returns: string;
      };
      take_back: { Args: { p_actor: string; p_pages: Json; p_receipt: number; p_records: Json }; Returns: Json };
      take_page_out: {
        Args: {
          p_actor: string;
          p_keep?: boolean;
          p_page_id: number;
          p_release: number;
          p_saved_at?: string;
          p_to_draft: boolean;
        };
        Returns: Json;
      };
      take_record_out: {
        Args: {
          p_actor: string;
          p_id: string;
          p_kind: string;
          p_release: number;
          p_saved_at?: string;
          p_to_draft: boolean;
        };
        Returns: Json;
      };
      take_release_back: {
        Args: { p_actor: string; p_pages: Json; p_records: Json; p_release: number };
        Returns: Json;
      };
      undo_draft: {
        Args: {
          p_actor: string;
          p_locale: Database['public']['Enums']['locale'];
          p_page_id: number;
          p_step_id: number;
        };
        Returns: Json;
      };
      unknown_sites: { Args: { p_sites: string[] }; Returns: Json };
      unpublish_page: { Args: { p_page_id: number }; Returns: undefined };
      update_form: { Args: { p_actor: string; p_form: Json; p_form_id: number; p_version: number }; Returns: number };
      use_recovery_code: {
        Args: { p_hash: string; p_session_id: string; p_tokens_since: string; p_user_id: string };
        Returns: Json;
      };
    };
    Enums: {
      career_type: 'career_news' | 'apprentice_news';
      delivery_state: 'waiting' | 'delivered' | 'failed';
      form_channel: 'mail' | 'webhook';
      link_target: 'auto' | '_blank' | '_self';
      link_type: 'internal' | 'external' | 'download' | 'anchor';
      locale: 'en' | 'de' | 'jp' | 'cn' | 'kr';
      module_type:
        | 'TEXT_BLOCK'
        | 'HERO'
        | 'APPLICATION_HEADER'
        | 'SECONDARY_HEADER'
        | 'TEXT_HEADER'
        | 'TAB'
        | 'CARD_GROUP'
        | 'CONVERSION_DRIVEN'
        | 'SLIDER'
        | 'MEDIA_TEASER'
        | 'EVALUATION_CATEGORIES'
        | 'SOFTWARE_DOWNLOADS'
        | 'CONTACT_LOCATIONS'
        | 'QUOTE'
        | 'PRODUCT_SLIDER'
        | 'CORRESPONDING'
        | 'WEBINARS'
        | 'NEWS'
        | 'FULL_WIDTH_SLIDER'
        | 'VIDEO_GROUP'
        | 'INTERRUPTER'
        | 'COMPANY_LOCATION'
        | 'IMAGE_GROUP'
        | 'CTA'
        | 'CV'
        | 'KEY_FIGURES'
        | 'EVENTS'
        | 'ACCORDION'
        | 'PRODUCT_TABLE'
        | 'CTA_BLOCK'
        | 'BENEFITS'
        | 'LINK_LIST'
        | 'PARTNERS'
        | 'WAY_TO_START'
        | 'DOCUMENT_CATEGORIES'
        | 'HIGHLIGHTS'
        | 'JOB_OPENINGS'
        | 'LATEST_EMPLOYEE_STORIES'
        | 'EMPLOYEE_STORIES'
        | 'EQS_STOCK_CHART'
        | 'EQS_INVESTORS'
        | 'LINK_HERO'
        | 'OFFICE_MAP'
        | 'MANUAL_TABS'
        | 'CUSTOM_FORMS'
        | 'PRODUCT_DETAILS'
        | 'SHARED_MODULE';
      newsroom_category: 'newsroom' | 'career';
      newsroom_type: 'news' | 'press_release' | 'ad_hoc';
      product_status: 'active' | 'nrnd' | 'upcoming' | 'obsolete' | 'last_buy' | 'new';
      staff_role: 'editor' | 'admin';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      career_type: ['career_news', 'apprentice_news'],
      delivery_state: ['waiting', 'delivered', 'failed'],
      form_channel: ['mail', 'webhook'],
      link_target: ['auto', '_blank', '_self'],
      link_type: ['internal', 'external', 'download', 'anchor'],
      locale: ['en', 'de', 'jp', 'cn', 'kr'],
      module_type: [
        'TEXT_BLOCK',
        'HERO',
        'APPLICATION_HEADER',
        'SECONDARY_HEADER',
        'TEXT_HEADER',
        'TAB',
        'CARD_GROUP',
        'CONVERSION_DRIVEN',
        'SLIDER',
        'MEDIA_TEASER',
        'EVALUATION_CATEGORIES',
        'SOFTWARE_DOWNLOADS',
        'CONTACT_LOCATIONS',
        'QUOTE',
        'PRODUCT_SLIDER',
        'CORRESPONDING',
        'WEBINARS',
        'NEWS',
        'FULL_WIDTH_SLIDER',
        'VIDEO_GROUP',
        'INTERRUPTER',
        'COMPANY_LOCATION',
        'IMAGE_GROUP',
        'CTA',
        'CV',
        'KEY_FIGURES',
        'EVENTS',
        'ACCORDION',
        'PRODUCT_TABLE',
        'CTA_BLOCK',
        'BENEFITS',
        'LINK_LIST',
        'PARTNERS',
        'WAY_TO_START',
        'DOCUMENT_CATEGORIES',
        'HIGHLIGHTS',
        'JOB_OPENINGS',
        'LATEST_EMPLOYEE_STORIES',
        'EMPLOYEE_STORIES',
        'EQS_STOCK_CHART',
        'EQS_INVESTORS',
        'LINK_HERO',
        'OFFICE_MAP',
        'MANUAL_TABS',
        'CUSTOM_FORMS',
        'PRODUCT_DETAILS',
        'SHARED_MODULE',
      ],
      newsroom_category: ['newsroom', 'career'],
      newsroom_type: ['news', 'press_release', 'ad_hoc'],
      product_status: ['active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new'],
      staff_role: ['editor', 'admin'],
    },
  },
} as const;
